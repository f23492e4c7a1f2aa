"""Validates documents with the independent package jsonschema.

usage: schemas.py FOLDER: each VERB.schema.json in it is a schema, and each VERB.jsonl has documents
of it, one a line.
"""

import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

faults = 0
for path in sorted(Path(sys.argv[1]).glob("*.schema.json")):
    verb = path.name.split(".")[0]
    schema = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for number, line in enumerate(path.with_name(f"{verb}.jsonl").read_text(encoding="utf-8").splitlines()):
        for error in validator.iter_errors(json.loads(line)):
            faults += 1
            # Of several forms, what is wrong with the one that fits best.
            best = min(error.context, key=lambda e: -len(e.absolute_path), default=error)
            print(f"{verb}[{number}]: {best.json_path}: {best.message}"[:400])
            for each in error.context or []:
                print(f"  {each.json_path}: {each.message}"[:300])
print(f"{faults} faults")
sys.exit(1 if faults else 0)
