#!/usr/bin/env python3
"""The job `real` of net_jobs.py: a server process and client processes over UDP, with a worse line between them.

The line is one of two kinds. `namespaces`: three network namespaces, made without root by unshare, and
../shared/tools/unetem.c, which carries frames between them late, lost and doubled. Where these cannot be had:
`program`, the line that `lope join --link` lays over its own datagrams. Real clocks: a row takes as long as it says.
"""
import array
import fcntl
import json
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOPE = ROOT / "build/release/bin/lope"
UNETEM = ROOT / "../shared/tools/unetem.c"
# one way: ms, ms, share, share doubled, chance that the next one is lost too
PROFILES = {"lan": (0, 0, 0, 0, 0), "good": (20, 3, 0.002, 0, 0), "average": (50, 10, 0.02, 0, 0),
            "bad": (100, 20, 0.05, 0, 0.5), "awful": (150, 40, 0.10, 0.02, 0.5)}
SERVER = "10.78.0.1"


class Here:
    """Everything on this machine's loopback; the clients make their own line worse."""

    name = "program"

    def __init__(self, profile):
        self.host = "127.0.0.1"
        self.more = ["--link", profile]

    def server(self, words):
        return words

    def client(self, words):
        return words + self.more

    def close(self):
        pass


class Namespaces:
    """A namespace for the server, one for the clients, and between them the emulator.

    This process is in the middle one, started anew by unshare.
    """

    name = "namespaces"

    def __init__(self, profile):
        self.host = SERVER
        self.holders = [subprocess.Popen(["unshare", "-n", "sleep", "100000"]) for _ in range(2)]
        for holder in self.holders:
            wait_for_namespace(holder.pid)
        for letter, holder, address in zip("AB", self.holders, (SERVER, "10.78.0.2")):
            run("ip", "link", "add", f"vt{letter}", "netns", str(holder.pid), "type", "veth", "peer", "name", f"mt{letter}")
            self.inside(holder, "ip", "addr", "add", f"{address}/24", "dev", f"vt{letter}")
            self.inside(holder, "ip", "link", "set", f"vt{letter}", "up")
            self.inside(holder, "ip", "link", "set", "lo", "up")
            self.inside(holder, sys.executable, __file__, "whole-checksums", f"vt{letter}")
            run("ip", "link", "set", f"mt{letter}", "up")
        macs = [re.search(r"ether (\S+)", self.inside(h, "ip", "-o", "link", "show", f"vt{l}"))[1]
                for l, h in zip("AB", self.holders)]
        self.inside(self.holders[0], "ip", "neigh", "replace", "10.78.0.2", "lladdr", macs[1], "dev", "vtA")
        self.inside(self.holders[1], "ip", "neigh", "replace", SERVER, "lladdr", macs[0], "dev", "vtB")
        delay, jitter, loss, doubled, burst = PROFILES[profile]
        self.line = subprocess.Popen([str(emulator()), "mtA", "mtB", *map(str, (delay, jitter, loss, doubled, burst)), "1"])

    @staticmethod
    def inside(holder, *words):
        return run("nsenter", "-t", str(holder.pid), "-n", *words)

    def server(self, words):
        return ["nsenter", "-t", str(self.holders[0].pid), "-n", *words]

    def client(self, words):
        return ["nsenter", "-t", str(self.holders[1].pid), "-n", *words]

    def close(self):
        for process in (self.line, *self.holders):
            process.kill()
            process.wait()
        for letter in "AB":  # goes with its namespace, which the kernel takes back when it likes
            subprocess.run(["ip", "link", "del", f"mt{letter}"], capture_output=True, check=False)


def whole_checksums(device):
    """Lets the kernel work out checksums itself (ethtool -K DEVICE tx off): the emulator carries frames as they are."""
    SIOCETHTOOL, ETHTOOL_STXCSUM = 0x8946, 0x17
    value = array.array("I", [ETHTOOL_STXCSUM, 0])
    request = struct.pack("16sP", device.encode(), value.buffer_info()[0]) + bytes(16)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        fcntl.ioctl(s, SIOCETHTOOL, request)


def wait_for_namespace(pid):
    own = os.readlink("/proc/self/ns/net")
    for _ in range(200):
        if os.readlink(f"/proc/{pid}/ns/net") != own:
            return
        time.sleep(0.01)
    raise RuntimeError("unshare does not begin")


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def emulator():
    """Builds the emulator; returns the program, or None."""
    program = ROOT / "build/unetem"
    if not UNETEM.is_file():
        return None
    if not program.exists():
        done = subprocess.run(["cc", "-O2", "-w", "-o", str(program), str(UNETEM)], capture_output=True, check=False)
        if done.returncode != 0:
            return None
    return program


def can_have_namespaces():
    """Whether this process, or one that it starts, may make namespaces and wires between them."""
    if emulator() is None:
        return False
    probe = "unshare -n sleep 2 & p=$!; sleep 0.3; ip link add vtP netns $p type veth peer name mtP; s=$?; kill $p; exit $s"
    try:
        return subprocess.run(["unshare", "-Urn", "bash", "-c", probe], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def read_json(text):
    lines = [line for line in text.splitlines() if line.startswith("{")]
    return json.loads(lines[-1]) if lines else None


def play(wire, level, clients, seconds, late, websocket):
    """Plays one match: `late` of the clients come two seconds after the others, and one leaves early. Returns what the
    server and the clients print."""
    host = f"ws://{wire.host}:7802" if websocket else f"{wire.host}:7801"
    with tempfile.TemporaryDirectory() as folder:
        master = f"{folder}/master"
        words = [str(LOPE), "serve", level, "--port", "7801", "--websocket", "7802", "--address", wire.host, "--players", str(clients), "--json",
                 "--quiet", "--token-master", master, "--seconds", str(seconds + 12)]
        server = subprocess.Popen(wire.server(words), cwd=ROOT, stdout=subprocess.PIPE, text=True)
        server.stdout.readline()  # its ports: it is there
        server.stdout.readline()
        joined = []
        for i in range(clients):
            if i == clients - late:
                time.sleep(2)
            length = seconds / 2 if i == 0 and clients > 2 else seconds
            words = [str(LOPE), "join", host, level, "--bot", "--json", "--token-master", master, "--seconds",
                     str(length), "--seed", str(i + 1)]
            joined.append(subprocess.Popen(wire.client(words), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        ends = [client.communicate() for client in joined]
        time.sleep(0.5)
        server.terminate()
        told = read_json(server.communicate()[0])
    return told, [(read_json(out), err.strip()) for out, err in ends]


def faults_of(told, ends, clients):
    faults = []
    if told is None:
        return ["the server told nothing"]
    for number, (client, text) in enumerate(ends):
        if client is None or not client["joined"]:
            faults.append(f"client {number} did not join: {text}")
            continue
        if client["wrong"]:
            faults.append(f"client {number}: {client['wrong']} digests")
        if client["states"] != 1:
            faults.append(f"client {number}: {client['states']} states")
        if client["checks"] == 0:
            faults.append(f"client {number}: no digest was compared")
        if not client["current"]:
            faults.append(f"client {number} has lost the server")
    if told["came"] != clients:
        faults.append(f"{told['came']} came")
    # a goodbye may be lost: then the silence ends it, after the server's own end here
    if sum(player["left"] >= 0 for player in told["players"]) < clients * 0.6:
        faults.append("characters that left are still there")
    return faults


def row_of(kind, clients, profile, told, ends):
    good = [client for client, _ in ends if client is not None] or [{}]
    ticks = sum(c.get("ticks", 0) for c in good)
    seconds = sum(c.get("seconds", 0) for c in good) or 1

    def mean(key):
        return sum(c.get(key, 0) for c in good) / len(good)

    return [kind, clients, profile, sum(c.get("checks", 0) for c in good), sum(c.get("wrong", 0) for c in good),
            sum(c.get("states", 0) for c in good), f"{100 * sum(c.get('replaced', 0) for c in good) / max(ticks, 1):.2f}",
            f"{mean('lead'):.1f}", f"{mean('round_trip_ms'):.0f}", f"{8e-3 * sum(c.get('up', 0) for c in good) / seconds:.1f}",
            f"{8e-3 * sum(c.get('down', 0) for c in good) / seconds:.1f}", f"{mean('opened_ms'):.0f}",
            f"{100 * told['busy']:.1f}" if told else "-", f"{told['late']}/{told['ticks']}" if told else "-"]


COLUMNS = ["line", "clients", "profile", "digests", "wrong", "states", "without %", "lead", "rtt ms", "up kbit/s", "down",
           "let in ms", "server %", "late"]


def matches(kind, level, seconds, few):
    """Plays all matches of one kind of line; yields the cells of a row, and its faults. `websocket` is over TCP in
    namespaces."""
    for clients, late in ((2, 1), (9, 3)):
        for profile in ("good", "bad") if few else PROFILES:
            wire = (Here if kind == "program" else Namespaces)(profile)
            try:
                told, ends = play(wire, level, clients, seconds, late, kind == "websocket")
            finally:
                wire.close()
            yield row_of(kind, clients, profile, told, ends), faults_of(told, ends, clients)


def main():
    """Plays the matches inside namespaces: prints a JSON array a row."""
    if sys.argv[1] == "whole-checksums":
        whole_checksums(sys.argv[2])
        return
    level, seconds, few = sys.argv[1], float(sys.argv[2]), sys.argv[3] == "few"
    for kind in ("namespaces", "websocket"):
        for cells, faults in matches(kind, level, seconds, few):
            print(json.dumps([cells, faults]), flush=True)


if __name__ == "__main__":
    main()
