"""The peer of the benchmarks: the PostgreSQL recorder of python eventsourcing, and nothing around it.

peer.py append HOST USER DATABASE FILE EVENTS BATCH   append the first lines of a trace in batches
peer.py read HOST USER DATABASE PAGE                  read the notification log in pages
peer.py single HOST USER DATABASE CLIENTS SECONDS     append single events, each client a process
Prints one JSON object. The clock runs over the recorder's calls alone: the events are made before.
"""

import json
import multiprocessing
import sys
import time
import uuid
from importlib.metadata import version
from itertools import islice

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore


def recorder(host, user, database, functions=False, creates=True):
    datastore = PostgresDatastore(
        dbname=database,
        host=host,
        port="5432",
        user=user,
        password="",
        connect_timeout=60,
        enable_db_functions=functions,
    )
    made = PostgresApplicationRecorder(datastore, events_table_name="stored_events")
    if creates:
        made.create_table()
    else:
        # Clients that make the same table at the same time would disturb each other.
        datastore.register_type_adapters()
    return made


def stored_events(path, count):
    """One event a line, its bytes the state; the account's versions count up."""
    versions = {}
    events = []
    with open(path, "rb") as lines:
        for line in islice(lines, count):
            event = json.loads(line)
            name = event.get("subject") or event.get("deviceid") or event["source"]
            owner = uuid.uuid5(uuid.NAMESPACE_URL, name)
            versions[owner] = versions.get(owner, 0) + 1
            events.append(StoredEvent(owner, versions[owner], event["type"], line.rstrip(b"\n")))
    return events


def append(host, user, database, path, count, batch):
    # Its faster way. The other one sends a batch in a pipeline, in which psycopg 3.3.9 waits for ever where the batch
    # is larger than the buffer of a Unix socket.
    made = recorder(host, user, database, functions=True)
    events = stored_events(path, int(count))
    batches = [events[i : i + int(batch)] for i in range(0, len(events), int(batch))]
    start = time.perf_counter()
    for some in batches:
        made.insert_events(some)
    return len(events), time.perf_counter() - start


def read(host, user, database, page):
    made = recorder(host, user, database)
    count, position = 0, 0
    start = time.perf_counter()
    while True:
        notifications = made.select_notifications(start=position + 1, limit=int(page))
        if not notifications:
            return count, time.perf_counter() - start
        count += len(notifications)
        position = notifications[-1].id


# How long a client may take to start, and after its time to end, in seconds.
PATIENCE = 120


def client(target, seconds, barrier, results):
    try:
        results.put(append_singly(target, seconds, barrier))
    except Exception as error:
        # One that never began must not keep the others waiting.
        barrier.abort()
        results.put(repr(error))


def append_singly(target, seconds, barrier):
    made = recorder(*target, creates=False)
    owner, number, state = uuid.uuid4(), 1, b"x" * 400
    made.insert_events([StoredEvent(owner, number, "mam.app.checkIn", state)])
    barrier.wait(timeout=PATIENCE)
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        number += 1
        made.insert_events([StoredEvent(owner, number, "mam.app.checkIn", state)])
    return number - 1, time.perf_counter() - start


def single(host, user, database, clients, seconds):
    recorder(host, user, database)
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(int(clients)), context.Queue()
    arguments = ((host, user, database), float(seconds), barrier, results)
    processes = [
        context.Process(target=client, args=arguments, daemon=True) for _ in range(int(clients))
    ]
    for process in processes:
        process.start()
    counts = [results.get(timeout=float(seconds) + 2 * PATIENCE) for _ in processes]
    failures = [count for count in counts if isinstance(count, str)]
    if failures:
        sys.exit(f"a client failed: {failures}")
    return sum(count for count, _ in counts), max(spent for _, spent in counts)


if __name__ == "__main__":
    work = {"append": append, "read": read, "single": single}[sys.argv[1]]
    events, seconds = work(*sys.argv[2:])
    print(
        json.dumps(
            {
                "events": events,
                "seconds": seconds,
                "eventsourcing": version("eventsourcing"),
                "psycopg": version("psycopg"),
                "python": sys.version.split()[0],
            }
        )
    )
