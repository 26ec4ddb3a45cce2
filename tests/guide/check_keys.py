#!/usr/bin/env python3
"""What `lope keys --schema` prints of scenario files is what `lope run` takes.

Every scenario of levels/ and docs/ is valid by the schema. tests/scene/every_key.json and a few more hold every key of it, and
are read. An unknown key in each of their objects is refused with the list of known ones, which is the schema's. Numbers
beyond the schema's limits are refused, those at the limits are not refused as out of range, and so with words. Events of
scenarios have the names and members that `lope keys` prints.

REFUSALS is the program of refusals.c. Usage: check_keys.py LOPE REFUSALS SOURCE_DIR OUT_DIR
"""
import copy
import json
import re
import subprocess
import sys
from pathlib import Path

FAULTS = []


def fault(text):
    FAULTS.append(text)


# ---- the part of JSON schema that is used -------------------------------------------------------------------------------

KNOWN = {"$schema", "title", "description", "default", "definitions", "type", "enum", "properties", "required", "additionalProperties",
         "items", "minItems", "maxItems", "minimum", "maximum", "minLength", "maxLength", "anyOf", "oneOf", "allOf", "$ref"}


def is_number(v):
    return isinstance(v, (int, float)) and not isinstance(v, bool)


TYPES = {"object": lambda v: isinstance(v, dict), "array": lambda v: isinstance(v, list), "string": lambda v: isinstance(v, str),
         "boolean": lambda v: isinstance(v, bool), "null": lambda v: v is None, "number": is_number,
         "integer": lambda v: is_number(v) and v == int(v)}


def check_number(s, v):
    return s.get("minimum", v) <= v <= s.get("maximum", v)


def check_list(root, s, v, path):
    if not s.get("minItems", 0) <= len(v) <= s.get("maxItems", len(v)):
        return [f"{path}: has {len(v)} items"]
    return [e for i, x in enumerate(v) for e in errors_of(root, s.get("items", {}), x, f"{path}[{i}]")]


def check_object(root, s, v, path):
    known = s.get("properties", {})
    found = [f"{path}.{k}: missing" for k in s.get("required", []) if k not in v]
    if s.get("additionalProperties") is False:
        found += [f"{path}.{k}: unknown" for k in v if k not in known]
    return found + [e for k, x in v.items() if k in known for e in errors_of(root, known[k], x, f"{path}.{k}")]


def errors_of(root, s, v, path):
    """What is wrong with a value by a schema, a line each."""
    unknown = set(s) - KNOWN
    if unknown:
        return [f"{path}: the schema has {unknown}, which this check does not know"]
    found = []
    if "$ref" in s:
        found += errors_of(root, root["definitions"][s["$ref"].split("/")[-1]], v, path)
    for part in s.get("allOf", []):
        found += errors_of(root, part, v, path)
    for word, good in (("anyOf", lambda n: n > 0), ("oneOf", lambda n: n == 1)):
        if word in s and not good(sum(not errors_of(root, part, v, path) for part in s[word])):
            found.append(f"{path}: fits to none, or too many, of {word}")
    if "type" in s and not TYPES[s["type"]](v):
        return found + [f"{path}: is no {s['type']}"]
    if "enum" in s and not any(v == x and isinstance(v, bool) == isinstance(x, bool) for x in s["enum"]):
        found.append(f"{path}: is none of {s['enum']}")
    if is_number(v) and not check_number(s, v):
        found.append(f"{path}: {v} is out of range")
    if isinstance(v, str) and not s.get("minLength", 0) <= len(v.encode()) <= s.get("maxLength", 1e9):
        found.append(f"{path}: is of a wrong length")
    if isinstance(v, list):
        found += check_list(root, s, v, path)
    if isinstance(v, dict) and (s.get("type") == "object" or "required" in s):
        found += check_object(root, s, v, path)
    return found


def alternatives(root, s):
    """The schemas without references and anyOf that a value may fit to."""
    if "$ref" in s:
        return alternatives(root, root["definitions"][s["$ref"].split("/")[-1]])
    parts = s.get("anyOf", s.get("allOf"))
    return [s] if parts is None else [a for part in parts for a in alternatives(root, part)]


# ---- scenarios ------------------------------------------------------------------------------------------------------------

def read(path):
    """A scenario file, whose comments are allowed and are no JSON."""
    text = re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*', lambda m: m.group(1) or "", path.read_text(encoding="utf-8-sig"))
    return json.loads(text)


def walk(root, s, v, path=()):
    """Every value in a scenario: its path, and the schema that it fits to."""
    for a in alternatives(root, s):
        if errors_of(root, a, v, ""):
            continue
        yield path, a
        for k, x in v.items() if isinstance(v, dict) else ():
            if k in a.get("properties", {}):
                yield from walk(root, a["properties"][k], x, path + (k,))
        for i, x in enumerate(v) if isinstance(v, list) else ():
            yield from walk(root, a.get("items", {}), x, path + (i,))


def put(scenario, path, value):
    """The scenario with another value at a path."""
    other = copy.deepcopy(scenario)
    at = other
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return other


def value_at(scenario, path):
    for step in path:
        scenario = scenario[step]
    return scenario


def refusals(reader, out, scenarios):
    """What is said of each scenario; "" where it is read."""
    (out / "tries.txt").write_text("".join(json.dumps(s) + "\n" for s in scenarios))
    run = subprocess.run([reader, str(out / "tries.txt"), str(out / "try.json")], capture_output=True, text=True, check=True)
    return run.stdout.split("\n")[:-1]


BUTTONS = ["slide", "mantle", "dash", "sprint", "glide", "prone", "roll", "vault", "wall_jump", "rope", "zipline", "ladder", "climb", "ledge_hang"]
MORE = [
    {"characters": [{"modes": {}, "stamina": {}, "radius": 0.3,
                     "abilities": {name: {} for name in BUTTONS}, "input": [{"t": 0, **{name: True for name in BUTTONS}}]}]},
    {"level": [{"mesh": "gym.obj", "as": "hulls", "up": "z"}]},
    {"level": [], "volumes": [{"capsule": [1, 3], "rotation": [0, 0, 0, 1]}, {"cylinder": [1, 3]},
                              {"hull": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}]},
    {"world": "bullet", "level": [{"box": [1, 1, 1], "mass": 3}]},
    {"navigation": {"cell": 0.15, "cell_height": 0.05, "tile_cells": 64, "drop_height": 5, "links": False, "moving": True},
     "level": [{"box": [20, 1, 20]}], "characters": [{"goal": [1, 0, 0], "input": [{"t": 0, "goal": [2, 0, 0]}]}]},
    {"characters": [{"input": [{"t": 0, "layer": {"kind": "radial", "target": [0, 0, 0], "strength": 1}}]}]},
]


def samples(source):
    """Scenarios that hold every key between them."""
    mesh = {"mesh": str(source / "levels/gym/gym.obj")}
    yield read(source / "tests/scene/every_key.json")
    for more in MORE:
        scenario = {"lope": 1, "level": [], "characters": [{}], **copy.deepcopy(more)}
        for piece in scenario["level"]:
            piece.update(mesh if "mesh" in piece else {})
        yield scenario


def check_files(schema, source):
    files = [f for folder in ("levels", "docs") for f in sorted((source / folder).rglob("*.json")) if "schema" not in f.name]
    count = 0
    for file in files:
        scenario = read(file)
        if not isinstance(scenario, dict) or "lope" not in scenario:
            continue
        count += 1
        for e in errors_of(schema, schema, scenario, str(file.relative_to(source))):
            fault(e)
    print(f"{count} scenarios are valid by the schema" if not FAULTS else f"{count} scenarios")
    if count < 40:
        fault(f"only {count} scenarios found")


def listed(text):
    """The words that a refusal lists, or None where it lists no more than it has room for."""
    words = re.search(r"(?:known here: |expected one of )(.*)$", text)
    return None if words is None or words.group(1).endswith("...") else set(words.group(1).split(", "))


def tries(schema, scenario):
    """What is tried with each value of a scenario: (the changed scenario, what is told of it, the test of the refusal)."""
    for path, s in walk(schema, schema, scenario):
        name = ".".join(map(str, path)) or "the file"
        value = value_at(scenario, path)
        if s.get("additionalProperties") is False:
            keys = set(s["properties"])
            yield (put(scenario, path + ("zzqqzzqqzz",), 1), name,
                   lambda r, keys=keys: "zzqqzzqqzz: unknown" in r and (listed(r) is None or listed(r) == keys))
        if s.get("type") in ("number", "integer"):
            least, most = s.get("minimum"), s.get("maximum")
            for limit, beyond in ((least, -1), (most, 1)):
                if limit is None or abs(limit) > 2**52:  # where neighbours of a whole number are no doubles
                    continue
                step = (abs(limit) or 1) * 1e-3 if s["type"] == "number" else 1
                yield put(scenario, path, limit + beyond * step), f"{name} = {limit + beyond * step}", lambda r: r != ""
                yield (put(scenario, path, limit), f"{name} = {limit}",
                       lambda r, name=name: not re.search(r"found [^ ]+, expected a (whole )?(number|number above)", r) or not ends_at(r, path_text(name)))
        if "enum" in s and isinstance(value, str):
            words = set(s["enum"])
            yield put(scenario, path, "zzqqzzqqzz"), name, lambda r, w=words: r != "" and (listed(r) is None or listed(r) == w)


def path_text(name):
    return re.sub(r"\.(\d+)", r"[\1]", name)


def ends_at(refusal, path):
    """Whether a refusal is about the value at the path itself."""
    return f": {path}: " in refusal


def check_keys(schema, reader, source, out):
    seen, jobs, scenarios = set(), [], list(samples(source))
    for scenario, refusal in zip(scenarios, refusals(reader, out, scenarios)):
        if "Bullet" in refusal:
            print(f"without Bullet: {refusal}")
            continue
        if refusal:
            fault(f"a scenario that should be read is refused: {refusal}")
        for e in errors_of(schema, schema, scenario, "sample"):
            fault(e)
        for path, s in walk(schema, schema, scenario):
            for name, part in schema["definitions"].items():
                if s is part:
                    seen |= {(name, k) for k in value_at(scenario, path)}
        jobs += tries(schema, scenario)
    for (_, name, good), refusal in zip(jobs, refusals(reader, out, [job[0] for job in jobs])):
        if not good(refusal):
            fault(f"{name}: lope says '{refusal}'")
    print(f"{len(jobs)} changes tried")
    for name, part in schema["definitions"].items():
        if name in ("tuning", "unreal"):
            continue
        for key in part["properties"]:
            if (name, key) not in seen and not (name == "piece" and key == "mass"):
                fault(f"no sample has the key {key} of {name}")


def check_events(lope, source, out):
    page = subprocess.run([lope, "keys"], capture_output=True, text=True, check=True).stdout
    table = {m[1]: set(re.findall(r"\w+", m[2])) for m in re.finditer(r"^\| `(\w+)` \| (.*) \| .* \|$", page.split("## Events")[1], re.M)}
    kinds, lines = set(), 0
    for file in sorted((source / "levels/zoo").glob("*.json")):
        subprocess.run([lope, "run", str(file), "--quiet", "--events", str(out / "events.ndjson")], capture_output=True, check=False)
        for line in (out / "events.ndjson").read_text().splitlines():
            event = json.loads(line)
            kind, lines = event["event"], lines + 1
            kinds.add(kind)
            extra = set(event) - {"tick", "time", "name", "event"} - table.get(kind, set())
            if kind not in table or extra:
                fault(f"{file.name}: an event {kind} with {extra or 'no row'}")
    print(f"{lines} events of {len(kinds)} kinds are as listed")


def main():
    lope, reader, source, out = sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve(), Path(sys.argv[4]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    schema = json.loads(subprocess.run([lope, "keys", "--schema"], capture_output=True, text=True, check=True).stdout)
    check_files(schema, source)
    check_keys(schema, reader, source, out)
    check_events(lope, source, out)
    for text in FAULTS:
        print(text)
    return 1 if FAULTS else 0


if __name__ == "__main__":
    sys.exit(main())
