#!/usr/bin/env python3
"""Lines that the tests run, by file, out of gcovr's JSON: coverage_table.py FILE LEAST. Those with the most lines that nothing ran come
first, with their numbers; the total comes last. Exit status 2 when less than LEAST per cent of all lines were run."""
import json
import sys


def lines_of(entry):
    """Times run by line number. A line of a header stands there once for each file that made something of it."""
    runs = {}
    for line in entry["lines"]:
        if not (line.get("gcovr/noncode") or line.get("gcovr/excluded")):
            runs[line["line_number"]] = runs.get(line["line_number"], 0) + line["count"]
    return runs


def ranges(runs):
    """Lines never run: "12-15,20". Lines that hold no code do not part a range."""
    out, last = [], None
    for number in sorted(runs):
        if runs[number] == 0:
            if last is None:
                out.append([number, number])
            out[-1][1] = last = number
        else:
            last = None
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in out)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    least = float(sys.argv[2])
    with open(sys.argv[1], encoding="utf-8") as file:
        files = [(entry["file"], lines_of(entry)) for entry in json.load(file)["files"]]
    rows = [(list(runs.values()).count(0), len(runs), name, ranges(runs)) for name, runs in files]
    missing, lines = sum(row[0] for row in rows), sum(row[1] for row in rows)
    if lines == 0:
        sys.exit("No lines were counted: is the build one of preset coverage?")
    form = "{:>9} {:>6} {:>8}  {:<34} {}"
    print(form.format("never run", "lines", "run", "file", "lines never run").rstrip())
    for row in sorted((row for row in rows if row[0] > 0), key=lambda row: (-row[0], row[2])):
        print(form.format(row[0], row[1], f"{100 * (row[1] - row[0]) / row[1]:.1f} %", row[2], row[3]))
    whole = [row for row in rows if row[0] == 0]
    print(form.format(0, sum(row[1] for row in whole), "100.0 %", f"{len(whole)} other files", "").rstrip())
    share = 100 * (lines - missing) / lines
    print(form.format(missing, lines, f"{share:.1f} %", f"all {len(rows)} files", "").rstrip())
    print(f"Lines of the library that the tests run: {share:.2f} % ({lines - missing} of {lines}); at least {least:g} % are asked for.")
    sys.exit(0 if share >= least else 2)


if __name__ == "__main__":
    main()
