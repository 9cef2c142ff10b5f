"""Reads Grafana's files as Grafana's own models do, and says what is wrong with them.

Reads JSON on standard input, {name: text}: dashboards end in .json, provisioning files in .yaml. Writes JSON: for each name
what is wrong, and for YAML what it says. A dashboard is decoded by grafana-foundation-sdk, which passes over what it does not
know and checks no types: so every member has to survive the way there and back, and every value has to be of the type that
the model declares.
"""
import enum
import json
import sys
import types
import typing

import yaml
from grafana_foundation_sdk.cog import plugins
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard, Panel

PLAIN = (str, int, float, bool, type(None), dict, list)


def wrong_types(value, hint, place):
    """What in a decoded value is not as the model declares it."""
    origin = typing.get_origin(hint)
    if hint in (object, typing.Any):
        return [] if isinstance(value, PLAIN) else wrong_members(value, place)
    if origin is typing.Union or origin is types.UnionType:
        if value is None and type(None) in typing.get_args(hint):
            return []
        found = [wrong_types(value, one, place) for one in typing.get_args(hint) if one is not type(None)]
        return [] if [] in found else min(found, key=len)
    if origin is typing.Literal:
        return [] if value in typing.get_args(hint) else [f"{place}: {value!r} is none of {typing.get_args(hint)}"]
    if origin is list:
        if not isinstance(value, list):
            return [f"{place}: {value!r} is no list"]
        (inner,) = typing.get_args(hint)
        return [wrong for i, one in enumerate(value) for wrong in wrong_types(one, inner, f"{place}/{i}")]
    if origin is dict:
        if not isinstance(value, dict):
            return [f"{place}: {value!r} is no object"]
        inner = typing.get_args(hint)[1]
        return [wrong for key, one in value.items() for wrong in wrong_types(one, inner, f"{place}/{key}")]
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return [] if value in [one.value for one in hint] else [f"{place}: {value!r} is none of {[one.value for one in hint]}"]
    if hint in PLAIN:
        fits = isinstance(value, hint) or (hint is float and isinstance(value, int))
        return [] if fits and (hint is bool or not isinstance(value, bool)) else [f"{place}: {value!r} is no {hint.__name__}"]
    if isinstance(value, PLAIN):
        return [f"{place}: {value!r} is no {hint.__name__}"]
    return wrong_members(value, place)


def wrong_members(value, place):
    hints = typing.get_type_hints(type(value))
    found = []
    for name, one in vars(value).items():
        # Queries of PostgreSQL have no model.
        if name != "targets" and name in hints:
            found += wrong_types(one, hints[name], f"{place}/{name}")
    return found


def lost(before, after, place):
    """Members of a file that are not in what was decoded from it."""
    if isinstance(before, dict):
        if not isinstance(after, dict):
            return [f"{place}: {after!r} in place of an object"]
        return [
            wrong
            for key, one in before.items()
            for wrong in (lost(one, after[key], f"{place}/{key}") if key in after else [f"{place}/{key}: no such member"])
        ]
    if isinstance(before, list):
        if not isinstance(after, list) or len(after) != len(before):
            return [f"{place}: {after!r} in place of a list of {len(before)}"]
        return [wrong for i, one in enumerate(before) for wrong in lost(one, after[i], f"{place}/{i}")]
    return [] if before == after else [f"{place}: {after!r} in place of {before!r}"]


def problems_of_dashboard(text):
    before = json.loads(text)
    try:
        decoded = Dashboard.from_json(before)
    except Exception as error:
        return [f"cannot be decoded: {type(error).__name__} {error}"]
    after = json.loads(JSONEncoder(sort_keys=True).encode(decoded))
    found = wrong_members(decoded, "") + lost(before, after, "")
    for number, panel in enumerate(decoded.panels or []):
        if not isinstance(panel, Panel) or isinstance(panel.options, dict):
            found.append(f"/panels/{number}: {getattr(panel, 'type_val', 'row')} is no panel of the model")
    return found


plugins.register_default_plugins()
problems, parsed = {}, {}
for name, text in json.load(sys.stdin).items():
    problems[name] = []
    try:
        if name.endswith(".json"):
            problems[name] = problems_of_dashboard(text)
        else:
            parsed[name] = yaml.safe_load(text)
    except (ValueError, yaml.YAMLError) as error:
        problems[name] = [f"cannot be read: {error}"]
json.dump({"problems": problems, "yaml": parsed}, sys.stdout)
