"""Reads OpenMetrics text on standard input by Prometheus' own strict parser, and writes its samples as JSON."""
import json
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families

text = sys.stdin.buffer.read().decode("utf-8")
samples = [
    {"family": family.name, "kind": family.type, "unit": family.unit, "name": sample.name,
     "labels": sample.labels, "value": float(sample.value)}
    for family in text_string_to_metric_families(text)
    for sample in family.samples
]
json.dump(samples, sys.stdout)
