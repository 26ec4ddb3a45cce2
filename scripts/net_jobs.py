#!/usr/bin/env python3
"""Network matches on a virtual clock, what came of them in a table, and whether it is as it must be.

    scripts/net_jobs.py [--seconds S | --minutes M] [--clients N] [JOB...]

Jobs: matrix contact orders silence clocks bytes cpu cheats proxies real machines zones; without one, or with all, all of
them. `real` is processes over UDP on the real clock (net_real.py); `machines` is the same matches on several machines
(net_machines.py); `zones` is several servers of one world, of which some die. The default is 20 s and 8 clients. Levels: the gym's tour, a turntable, a lift. `matrix --minutes 10`
is the whole matrix, which takes hours: 16 clients in three levels of ../shared with platforms that slide, lift and
turn, the worst lines first. Prints each row as it is played; exits with 1 when one is not right.
"""
import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import net_machines
import net_real

ROOT = Path(__file__).resolve().parent.parent
LOPE = ROOT / "build/release/bin/lope"
KNOT = "levels/zoo/knot.json"
MOVING_KNOT = "levels/zoo/knot_movers.json"  # over platforms that slide, lift and turn
LEVELS = ["levels/gym/tour.json", "levels/zoo/turntable.json", "levels/zoo/lift.json"]
LONG_LEVELS = ["tests/net/long_ahoy.json", "tests/net/long_jolt.json", "tests/net/long_godot.json"]
# loss %, chance that the next packet is lost too, most % of ticks without a command
LINES = [(0, 0, 0.1), (1, 0, 0.1), (2, 0, 0.1), (5, 0, 0.1), (10, 0, 2), (1, 0.5, 1.2), (2, 0.5, 1.2), (5, 0.5, 1.2), (10, 0.5, 2)]


class Table:
    """Rows of one job, and how many were wrong."""

    def __init__(self, title, columns):
        self.wrong = 0
        self.rows = 0
        print(f"\n{title}\n" + "  ".join(f"{name:>10}" for name in columns))

    def row(self, cells, faults):
        text = "  ".join(f"{cell:>10}" for cell in cells)
        print(text + ("" if not faults else "   WRONG: " + ", ".join(faults)), flush=True)
        self.rows += 1
        self.wrong += bool(faults)


class Counted:
    """Rows that a test program has printed."""

    def __init__(self):
        self.wrong = self.rows = 0


def play(level, clients, seconds, *flags, **options):
    """Plays a match; returns what it prints."""
    words = [str(LOPE), "net", str(level), "--json", "--clients", str(clients), "--seconds", str(seconds), *flags]
    for key, value in options.items():
        words += ["--" + key.replace("_", "-"), str(value)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if not done.stdout:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return json.loads(done.stdout)


def faults_of(match, states=0, **limits):
    """What is not right: digests, states, and figures that are above their limit."""
    faults = []
    if match["digests_wrong"]:
        faults.append(f"{match['digests_wrong']} digests")
    if match["states_sent"] > states:
        faults.append(f"{match['states_sent']} states, at most {states}")
    if match["digests_checked"] == 0:
        faults.append("no digest was compared")
    if match["current"] < match["joins"]:
        faults.append(f"{match['joins'] - match['current']} clients have lost the server")
    for key, limit in limits.items():
        if match[key] > limit:
            faults.append(f"{key} {match[key]:.4g}, at most {limit:.4g}")
    return faults


def share(match):
    """Ticks without a command, %."""
    return 100.0 * match["replaced"] / max(match["ticks"], 1)


def matrix_row(args, table, level, line, rtt, jitter):
    loss, burst, most = line
    match = play(level, args.clients, args.seconds, rtt=rtt, jitter=0.01 * jitter * rtt, loss=loss, burst=burst)
    faults = faults_of(match)
    # few clients in a short match: one tick more than the share decides nothing
    if match["replaced"] > 0.01 * most * match["ticks"] + 4 * match["joins"]:
        faults.append(f"without a command {share(match):.3f} %, at most {most} %")
    table.row([Path(level).stem[:10], rtt, jitter, loss, burst, match["digests_checked"], match["states_sent"],
               f"{share(match):.3f}", match["healed"]], faults)


def matrix(args):
    table = Table("Lines: digests that differ and states must be 0, ticks without a command few",
                  ["level", "rtt ms", "jitter %", "loss %", "burst", "digests", "states", "without %", "healed"])
    rows = [(level, line, rtt, jitter) for line in LINES for rtt in (0, 50, 100, 200, 300) for jitter in (0, 10, 20) for level in LEVELS]
    if args.minutes:
        levels = LONG_LEVELS if (ROOT / "../shared/levels").is_dir() else LEVELS
        rows = [(levels[LEVELS.index(row[0])], *row[1:]) for row in reversed(rows)]
    if args.few:
        rows = [row for row in rows if (row[2] + row[3] + row[1][0]) % 3 == 1]
    for row in rows:
        matrix_row(args, table, *row)
    return table


def silence(args):
    table = Table("Silences every 10 s: 0 states up to 2 s, then at most one a client and silence",
                  ["level", "silence s", "digests", "states", "without %", "rerun"])
    seconds = max(args.seconds, 38)
    for level, flags in ((LEVELS[0], []), (KNOT, ["--jostle"])):
        for length in (0.2, 0.5, 0.9, 1.2, 2, 3, 5):
            match = play(level, args.clients, seconds, *flags, rtt=150, loss=2, silence=length, silence_every=10)
            most = 0 if length <= 2 else args.clients * (seconds // 10)
            table.row([Path(level).stem[:10], length, match["digests_checked"], match["states_sent"], f"{share(match):.2f}",
                       match["rerun_ticks"]], faults_of(match, most))
    return table


JUMPS = {50: 0.15, 100: 0.24, 200: 0.37}  # m, p95 of the corrections that move the own character, in a knot of ten


def contact_row(args, table, level, clients, rtt, loss, bound, most):
    # own jumps of 20 s are too few to tell their p95
    exact = level == KNOT and bound == 0.25 and clients == 10
    seconds = max(args.seconds, 60) if exact else args.seconds
    match = play(level, clients, seconds, "--jostle", rtt=rtt, loss=loss, bound=bound)
    deeper = 100.0 * match["overlapping"] / max(match["touching"], 1)
    limits = {"offset_p95": JUMPS[rtt]} if exact and loss == 0 else {}
    faults = faults_of(match, overlap_max=most, **limits)
    if bound == 0.25 and deeper > 1:
        faults.append(f"{deeper:.2f} % deeper than 0.25 m, at most 1 %")
    seconds *= clients
    table.row([Path(level).stem[:11], clients, rtt, loss, bound, match["states_sent"], f"{match['told'] / seconds:.1f}", f"{deeper:.2f}",
               f"{100 * match['overlap_max']:.1f}", f"{match['jumps'] / seconds:.2f}", f"{100 * match['offset_p50']:.1f}",
               f"{100 * match['offset_p95']:.1f}"], faults)


def contact(args):
    table = Table("Knots of players that press to one point and jump: states 0, overlaps within the bound of both, own jumps",
                  ["level", "clients", "rtt ms", "loss %", "bound m", "states", "told /s", "deeper %", "most cm", "jumps /s", "p50 cm",
                   "p95 cm"])
    for clients in (5, 10, 64):
        for level in (KNOT, MOVING_KNOT):
            for rtt in (50, 100, 200):
                for loss in (0, 5):
                    for bound, most in ((0, 0.005), (0.25, 0.5), (1000, 10)):
                        if args.few and (bound == 1000 or loss == 5 or clients == 64 and (rtt != 100 or bound != 0.25)):
                            continue
                        contact_row(args, table, level, clients, rtt, loss, bound, most)
    return table


def orders(args):
    table = Table("Orders of the server: launches, teleports, layers, what is forbidden: states 0",
                  ["rtt ms", "loss %", "orders", "states", "healed", "undone"])
    for rtt in (0, 50, 100, 200, 300):
        for loss in (0, 5, 10):
            match = play(LEVELS[0], args.clients, args.seconds, rtt=rtt, loss=loss, launches=3)
            table.row([rtt, loss, match["orders"], match["states_sent"], match["healed"], match["undone"]], faults_of(match))
    return table


def clocks(args):
    table = Table("A client with a fast clock goes no farther than it may: one tick a tick",
                  ["clock", "states", "way m", "of a legal"])
    legal = play(LEVELS[0], 2, args.seconds, rtt=100)["distance_first"]
    speed = 12.0  # m/s, above what a player of the tour can run
    for clock in (1.01, 1.05, 2, 10):
        match = play(LEVELS[0], 2, args.seconds, rtt=100, clock=clock)
        faults = [] if match["distance_first"] <= speed * args.seconds else ["too far"]
        faults += [f"{match['digests_wrong']} digests"] if match["digests_wrong"] else []
        table.row([clock, match["states_sent"], f"{match['distance_first']:.1f}", f"{match['distance_first'] / legal:.2f}"], faults)
    return table


def bytes_of(args):
    table = Table("Bits: 32 players at 30 packets a second, with 57 bytes of IP, UDP and DTLS a packet",
                  ["rtt ms", "up kbit/s", "down", "moving", "idle"])
    limits = {50: 23.4, 100: 30, 200: 40}  # a twentieth above what they were
    for rtt, most in limits.items():
        match = play(LEVELS[0], 32, args.seconds, rtt=rtt)
        faults = faults_of(match, up_bits=25e3 if rtt <= 100 else 30e3, down_bits=64e3 if rtt <= 100 else 80e3, proxy_bits=most,
                           idle_bits=3)
        table.row([rtt, f"{match['up_bits'] / 1e3:.1f}", f"{match['down_bits'] / 1e3:.1f}", f"{match['proxy_bits']:.1f}",
                   f"{match['idle_bits']:.1f}"], faults)
    return table


def cpu(args):
    print("\nA server's end alone, thread time", flush=True)
    done = subprocess.run([str(ROOT / "build/release/bin/tests/test_net_cost")], env={**os.environ, "LOPE_COST": "1"},
                          capture_output=True, text=True, check=False)
    print("\n".join("  " + line for line in done.stdout.splitlines() if "players" in line))
    table = Table("Thread time, us: the figures of a busy machine are larger; all: of a core, of 64 players at 60 Hz",
                  ["level", "clients", "movement", "network", "all %", "client", "12 again ms"])
    if done.returncode != 0:
        table.rows += 1
        table.wrong += 1
        print("   WRONG: a packet, another character or 1,000 players take longer")
    for level in LEVELS:
        match = play(level, 64, min(args.seconds, 20), rtt=100, loss=2)
        core = 100e-6 * 64 * 60 * (match["server_us"] + match["network_us"])
        again = 12e-3 * match["rerun_us"]
        faults = faults_of(match)
        faults += [f"{core:.1f} % of a core, at most 5"] if core > 5 else []
        faults += [f"12 ticks again take {again:.3f} ms, at most 0.15"] if again > 0.15 else []
        table.row([Path(level).stem[:10], 64, f"{match['server_us']:.2f}", f"{match['network_us']:.2f}", f"{core:.2f}",
                   f"{match['client_us']:.2f}", f"{again:.3f}"], faults)
    return table


def real(args):
    table = Table("Processes over UDP and DTLS, some of them come late, one leaves early: digests wrong 0, one state a join",
                  net_real.COLUMNS)
    level, seconds = LEVELS[0], min(args.seconds, 20)
    if not net_real.can_have_namespaces():
        print("no namespaces or no ../shared/tools/unetem.c here: the clients make their own line worse")
        for cells, faults in net_real.matches("program", level, seconds, args.few):
            table.row(cells, faults)
        return table
    words = ["unshare", "-Urn", sys.executable, net_real.__file__, level, str(seconds), "few" if args.few else "all"]
    inside = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    for line in inside.stdout:
        table.row(*json.loads(line))
    if inside.wait() != 0:
        table.row([], ["the matches in namespaces did not end well"])
    for cells, faults in net_real.matches("program", level, seconds, True):
        table.row(cells, faults)
    return table


def machines(args):
    table = Table("The same matches on several machines: equal hashes, digests wrong 0, states 0", net_machines.COLUMNS)
    for cells, faults in net_machines.rows(args.seconds):
        table.row(cells, faults)
    return table


def cheats(args):
    print("\nCheats beside an honest client: way in the same time, states, server's time", flush=True)
    table = Counted()
    seconds = args.seconds if args.few else max(args.seconds, 60)
    done = subprocess.run([str(ROOT / "build/release/bin/tests/test_net_cheats")],
                          env={**os.environ, "LOPE_CHEATS_SECONDS": str(seconds)}, capture_output=True, text=True, check=False)
    rows = [line for line in done.stdout.splitlines() if not line.startswith("[") and line.strip()]
    print("\n".join("  " + line for line in rows))
    table.rows = len(rows)
    table.wrong = sum("WRONG" in line for line in rows) or int(done.returncode != 0)
    if table.wrong:
        print("\n".join("  " + line for line in done.stderr.splitlines() if "ERROR" in line or "LINE" in line))
    return table


def proxies(args):
    del args
    print("\nOthers as they are shown, from where they were at that moment", flush=True)
    table = Counted()
    done = subprocess.run([str(ROOT / "build/release/bin/tests/test_net_proxies")], capture_output=True, text=True, check=False)
    rows = [line for line in done.stdout.splitlines() if " p50 " in line]
    print("\n".join("  " + line for line in rows))
    table.rows, table.wrong = len(rows), int(done.returncode != 0)
    if table.wrong:
        print("   WRONG: " + " ".join(line for line in done.stderr.splitlines() if "ERROR" in line or "LINE" in line))
    return table


def zones(args):
    print("\nZones: players over borders between servers, owners that die: lost 0, doubled 0, digests wrong 0", flush=True)
    table = Counted()
    runs = "5" if args.few else "60"
    for name in ("zones_match", "zones_real"):
        done = subprocess.run([str(ROOT / f"build/release/bin/tests/test_transport_{name}")], capture_output=True, text=True, check=False,
                              env={**os.environ, "LOPE_ZONES_RUNS": runs})
        rows = [line for line in done.stdout.splitlines() if not line.startswith("[") and line.strip()]
        print("\n".join("  " + line for line in rows), flush=True)
        table.rows += len(rows)
        table.wrong += int(done.returncode != 0)
        if done.returncode != 0:
            print("   WRONG: " + " ".join(line for line in done.stderr.splitlines() if "ERROR" in line or "LINE" in line))
    return table


JOBS = {"matrix": matrix, "silence": silence, "contact": contact, "orders": orders, "clocks": clocks, "bytes": bytes_of, "cpu": cpu,
        "cheats": cheats, "proxies": proxies, "real": real, "machines": machines,
        "zones": zones}


def main():
    parser = argparse.ArgumentParser(description="Network matches on a virtual clock.")
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=" ".join(JOBS))
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--minutes", type=int, default=0, help="length of a match in minutes, with 16 clients")
    parser.add_argument("--clients", type=int)
    parser.add_argument("--few", action="store_true", help="a part of the rows")
    args = parser.parse_args()
    args.clients = args.clients or (16 if args.minutes else 8)
    args.seconds = 60 * args.minutes or args.seconds
    if "all" in args.jobs:
        args.jobs = list(JOBS)
    for job in args.jobs:
        if job not in JOBS:
            sys.exit(f"net: unknown job {job}, expected {' '.join(JOBS)} or all")
    tables = [JOBS[job](args) for job in args.jobs or JOBS]
    wrong, rows = sum(t.wrong for t in tables), sum(t.rows for t in tables)
    print(f"\n{rows} matches, {wrong} not right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
