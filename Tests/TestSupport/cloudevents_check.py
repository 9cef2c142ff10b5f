"""Reads CloudEvents 1.0 in structured JSON, one a line, by the Python SDK, and checks what the SDK lets pass.

Reads lines on standard input; writes JSON: how many are events, and the first thing that is wrong with each other line.
"""
import datetime
import json
import re
import sys

from cloudevents.core.formats.json import JSONFormat
from cloudevents.core.v1.event import CloudEvent

RFC3339 = re.compile(r"\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})")
FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef]")


def instant(text):
    match = RFC3339.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is no RFC 3339 time")
    # Digits beyond microseconds, and second 60, are more than Python's dates hold.
    plain = text[:17] + "59" + text[19:] if match[1] == "60" else text
    plain = re.sub(r"(\.\d{6})\d+", r"\1", plain).upper().replace("Z", "+00:00")
    return datetime.datetime.fromisoformat(plain)


def check(line):
    value = json.loads(line)
    if not isinstance(value, dict):
        raise ValueError("no object")
    for name in ("specversion", "id", "source", "type"):
        if not isinstance(value.get(name), str) or not value[name]:
            raise ValueError(f"{name} is missing or empty")
    if value["specversion"] != "1.0":
        raise ValueError("not version 1.0")
    if "data_base64" in value and "data" in value:
        raise ValueError("data and data_base64")
    for name, attribute in value.items():
        if name in ("data", "data_base64"):
            continue
        if not re.fullmatch("[a-z0-9]+", name):
            raise ValueError(f"{name} is no name of an attribute")
        if isinstance(attribute, str):
            if FORBIDDEN.search(attribute):
                raise ValueError(f"{name} has a character that no String has")
        elif isinstance(attribute, bool) or attribute is None:
            pass
        elif isinstance(attribute, int):
            if not -(2**31) <= attribute < 2**31:
                raise ValueError(f"{name} has more than 32 bits")
        else:
            raise ValueError(f"{name} is of no type that an attribute has")
    times = [instant(value[name]) for name in ("time", "recordedtime") if name in value]
    if value.get("datacontenttype", "application/json").split(";")[0].strip().lower() != "application/json":
        raise ValueError("data of another type")
    JSONFormat().read(CloudEvent, line)
    return times


problems = []
events = 0
for number, line in enumerate(sys.stdin.buffer.read().decode("utf-8").split("\n")):
    try:
        check(line)
        events += 1
    except Exception as error:
        problems.append({"line": number, "message": f"{type(error).__name__}: {error}"[:300]})
json.dump({"events": events, "problems": problems}, sys.stdout)
