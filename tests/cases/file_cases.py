"""Files that the program reads or refuses, and its command line."""
import re
import subprocess

from case_list import Verdict, all_of, case, control
from play import Skipped, read_rows

ONE_SECOND = 1.0
REMEDIES = ("export", "convert", "untick")


def refused(name, *words):
    """Exit status 2 within a second, one line, with these words and what to do."""
    def judge(player):
        done = player.mesh(name)
        line = done.err.strip()
        told = all(word in line for word in words) and any(word in line for word in REMEDIES)
        right = done.status == 2 and "\n" not in line and done.seconds < ONE_SECOND * player.patience and told
        return Verdict(f"exit {done.status} in {done.seconds:.2f} s, {len(line.splitlines())} line", right)
    return judge


def walks(name, *options, size=None, way=20, folder=None):
    """Plays, a wanderer walks, and the level is of the size that is said."""
    def judge(player):
        done = player.mesh(name, *options, folder=folder(player) if folder else None)
        if done.status != 0:
            return Verdict(f"exit {done.status}: {done.err.strip()}", False)
        said = re.search(r"The level is (.*?) m large", done.out)
        walked = float(re.search(r"walked ([\d.]+) m", done.out)[1])
        stuck = "stuck" in done.out
        right = walked >= way and not stuck and (size is None or said[1] == size)
        return Verdict(f"walked {walked:.1f} m{', stuck' if stuck else ''}, {said[1] if said else 'no size'}", right)
    return judge


# ---- F2: the query ----------------------------------------------------------------------------------------------------------

def overlap(player):
    done = subprocess.run([player.overlap], capture_output=True, text=True, timeout=60, check=False)
    return Verdict(done.stdout.strip(), done.returncode == 0)


# ---- F3: the wanderer is put down where it has room -----------------------------------------------------------------------------


def large_level(player):
    folder = player.folder.parent / "levels/lq_dm5"
    if not folder.is_dir():
        raise Skipped(f"there is no folder {folder}")
    return walks("lq_dm5.obj", folder=lambda _: folder)(player)


# ---- F4, F34: extensions ----------------------------------------------------------------------------------------------------


# ---- F5, F17: lines of .obj -------------------------------------------------------------------------------------------------

def continued_lines(player):
    text = (player.folder / "f05-continued.obj").read_bytes()
    (player.work / "f05-crlf.obj").write_bytes(text.replace(b"\n", b"\r\n"))
    size = "20.0 x 0.0 x 20.0"
    return all_of(walks("f05-continued.obj", size=size)(player), walks("f05-crlf.obj", size=size, folder=lambda p: p.work)(player))


# ---- F8, F19: files that end importers --------------------------------------------------------------------------------------

def read_or_refused(name):
    def judge(player):
        done = player.mesh(name)
        return walks(name)(player) if done.status == 0 else refused(name)(player)
    return judge


# ---- F9: units and axes -----------------------------------------------------------------------------------------------------

def last_place(done):
    found = re.search(r"At the end it is \w+ at \((.*?)\)", done.out)
    return [float(part) for part in found[1].split(",")]


def as_the_room(name, remark, *options):
    """The file as it is prints its size and the remark; with the options it plays as f09-room.obj."""
    def judge(player):
        plain, told, room = player.mesh(name), player.mesh(name, *options), player.mesh("f09-room.obj")
        off = max(abs(a - b) for a, b in zip(last_place(told), last_place(room)))
        said = remark in plain.out
        return Verdict(f"{'says' if said else 'does not say'} {remark}, with it off by {off:.2f} m", said and off <= 0.01)
    return judge


# ---- F11: what is written shows the level -----------------------------------------------------------------------------------

def shows_the_level(player):
    trace = player.work / "f11.csv"
    done = player.mesh("f11-slab.obj", "--trace", trace)
    rows = read_rows(trace, "wanderer")
    upon = sum(row.y > -1 for row in rows) / len(rows)
    lowest = min(row.y for row in rows)
    says = "was put back" in done.out or "turned at" in done.out or "ended early" in done.out
    return Verdict(f"{100 * upon:.0f} % of the rows, lowest {lowest:.1f} m, {'says so' if says else 'does not say so'}",
                   upon >= 0.25 and lowest > -100 and says)


# ---- F12: help of every verb ------------------------------------------------------------------------------------------------

def helps(player):
    verbs = ("run", "replay", "convert", "plot", "bench")
    good = [verb for verb in verbs if (done := player.call(verb, "--help")).status == 0 and f"lope {verb}" in done.out]
    return Verdict(f"{len(good)} of {len(verbs)} verbs", len(good) == len(verbs))


def add():
    case("f02-overlap", "mesh 1 box 1", overlap)
    case("f03-house", "walks 20 m, not stuck", walks("f03-house.obj"))
    case("f03-pyramid", "walks 20 m, not stuck", walks("f03-pyramid.obj"))
    case("f03-lq_dm5", "walks 20 m, not stuck", large_level)
    case("f04-draco", "refused by the extension's name, with what to do", refused("f04-draco.gltf", "KHR_draco_mesh_compression"))
    case("f04-meshopt", "refused by the extension's name, with what to do", refused("f04-meshopt.gltf", "EXT_meshopt_compression"))
    case("f34-required", "refused by the extension's name, with what to do", refused("f34-required.gltf", "VENDOR_terrain"))
    case("f05-continued", "read as one line, with CRLF too: 20 x 0 x 20 m", continued_lines)
    case("f17-byte-order-mark", "the mark is skipped: 20 x 1 x 20 m", walks("f17-byte-order-mark.obj", size="20.0 x 1.0 x 20.0"))
    case("f08-thumbnail", "read, or exit 2 in one line with what to do", read_or_refused("f08-thumbnail.3mf"))
    case("f08-itself", "exit 2 in one line with what to do", refused("f08-itself.3mf"))
    control("f08-plain", "20 x 1 x 20 m", walks("f08-plain.3mf", size="20.0 x 1.0 x 20.0"))
    for suffix in ("ply", "off"):
        case(f"f19-cut.{suffix}", "exit 2 within 1 s, one line", refused(f"f19-cut.{suffix}", "cut off"))
        control(f"f19-whole.{suffix}", "20 x 1 x 20 m", walks(f"f19-whole.{suffix}", size="20.0 x 1.0 x 20.0"))
    case("f09-room-cm", "says --scale 0.01; with it as f09-room", as_the_room("f09-room-cm.obj", "--scale 0.01", "--scale", "0.01"))
    case("f09-room-z-up", "says --up z; with it as f09-room", as_the_room("f09-room-z-up.obj", "--up z", "--up", "z"))
    control("f09-room", "12.2 x 3.2 x 10.2 m", walks("f09-room.obj", size="12.2 x 3.2 x 10.2"))
    case("f11-slab", "25 % of the rows show the level, none under -100 m, says which", shows_the_level)
    case("f12-help", "--help of each verb prints its options, exit 0", helps)
