"""What check_prototypes.py and check_comments.py share: faults counted by room and rule, beside a list of how many are
still allowed, scripts/allowed/NAME.txt, that may only shrink. A room is a folder like src/level or scene.
"""
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def name_of(file):
    return file.relative_to(ROOT).as_posix()


def room_of(file):
    return "/".join(file.relative_to(ROOT).parent.parts[:2])


def read(path):
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    return {(room, rule): int(number) for room, rule, number in rows}


def write(path, name, found):
    head = f"# ROOM RULE NUMBER: faults that are still there. See scripts/check_{name}.py; the list may only shrink.\n"
    path.write_text(head + "".join(f"{room} {rule} {number}\n" for (room, rule), number in sorted(found.items())), encoding="utf-8")


def report(name, faults, looked_at):
    """Prints the faults, (file, rule, line, text) each, that are not allowed. Returns the exit status: 1 when a room has
    more faults of a rule than the list says, or fewer."""
    path = ROOT / "scripts" / "allowed" / f"{name}.txt"
    found = Counter((room_of(file), rule) for file, rule, _, _ in faults)
    allowed = read(path)
    grown = sorted(key for key, number in found.items() if number > allowed.get(key, 0))
    for file, rule, line, text in faults:
        if (room_of(file), rule) in grown or "--all" in sys.argv:
            print(f"{name_of(file)}:{line}: {text}")
    if "--shrink" in sys.argv and not grown:
        write(path, name, found)
        allowed = read(path)
    for room, rule in grown:
        print(f"{room} {rule}: {found[room, rule]} found, {allowed.get((room, rule), 0)} allowed")
    loose = sorted(key for key, number in allowed.items() if number > found[key])
    for room, rule in loose:
        print(f"{room} {rule}: {found[room, rule]} found, {allowed[room, rule]} allowed; --shrink writes that down")
    print(f"{name}: {looked_at}, {len(faults)} faults, {sum(allowed.values())} allowed")
    return 1 if grown or loose else 0
