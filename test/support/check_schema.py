#!/usr/bin/env python3
"""Checks JSON files against a JSON schema, whole or (--lines) line by line."""

import argparse
import json
import sys
from pathlib import Path

from jsonschema.validators import validator_for


def documents(path: Path, by_line: bool) -> list[tuple[str, object]]:
    """With the place of each."""
    text = path.read_text(encoding="utf-8")
    if not by_line:
        return [(str(path), json.loads(text))]
    return [(f"{path}:{i}", json.loads(line)) for i, line in enumerate(text.splitlines(), 1)]


def errors(validator, place: str, document) -> list[str]:
    """Of alternatives the reasons why none fits, which say more than that."""
    return [
        f"{place}: {error.json_path}: {error.message[:200]}"
        + "".join(f"\n    {inner.json_path}: {inner.message[:200]}" for inner in error.context)
        for error in validator.iter_errors(document)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", action="store_true", help="each line is a document")
    parser.add_argument("schema", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    arguments = parser.parse_args()

    schema = json.loads(arguments.schema.read_text(encoding="utf-8"))
    kind = validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema)
    checked = [item for path in arguments.files for item in documents(path, arguments.lines)]
    found = [text for place, each in checked for text in errors(validator, place, each)]
    print("\n".join(found) or f"{len(checked)} documents keep to the schema")
    return 1 if found or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
