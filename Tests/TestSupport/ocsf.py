"""Validates lines of OCSF against the schema of a version, by each line's class and profiles.

Reads lines on standard input; the arguments are versions. Writes JSON: for each version what is wrong, each with its line
from 0, the place in the object and the words of the validator.
"""
import json
import sys

from jsonschema import Draft202012Validator
from ocsf_json_schema import OcsfJsonSchemaEmbedded, get_ocsf_schema

lines = [json.loads(line) for line in sys.stdin.buffer.read().splitlines()]
answer = {}
for version in sys.argv[1:]:
    schema = OcsfJsonSchemaEmbedded(get_ocsf_schema(version))
    validators = {}
    problems = []
    for number, line in enumerate(lines):
        profiles = tuple(line["metadata"].get("profiles", []))
        key = (line["class_uid"], profiles)
        if key not in validators:
            name = schema.lookup_class_name_from_uid(line["class_uid"])
            validators[key] = Draft202012Validator(schema.get_class_schema(name, list(profiles)))
        for error in validators[key].iter_errors(line):
            place = "/".join(str(part) for part in error.absolute_path)
            problems.append({"line": number, "place": place, "message": error.message[:300]})
    answer[version] = problems
json.dump(answer, sys.stdout)
