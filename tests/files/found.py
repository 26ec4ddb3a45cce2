"""Files of others: the levels of ../shared, and the models of Debian's package assimp-testmodels, among which are Khronos' samples."""
import shutil
import subprocess
from pathlib import Path

PACKAGE = "assimp-testmodels"
MODELS = "usr/share/assimp/models"
KINDS = {".obj", ".stl", ".ply", ".off", ".gltf", ".glb", ".fbx", ".dae", ".zae", ".3mf", ".3ds", ".x", ".blend", ".dxf", ".amf", ".wrl", ".x3d"}
LONGEST = 120  # s: for the package


def levels(shared):
    return sorted((shared / "levels").glob("*/*.obj"))


def fetch(folder):
    """Unpacks the package into the folder. Returns why it cannot be had, or None."""
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        return "no apt-get here"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(["apt-get", "download", PACKAGE], cwd=folder, capture_output=True, text=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return "apt-get takes too long"
    packages = sorted(folder.glob(PACKAGE + "*.deb"))
    if done.returncode != 0 or not packages:
        return "apt-get: " + (done.stderr.strip().splitlines() or ["no package"])[-1]
    done = subprocess.run(["dpkg-deb", "-x", packages[-1], folder], capture_output=True, text=True, check=False)
    packages[-1].unlink()
    return None if done.returncode == 0 else "dpkg-deb: " + done.stderr.strip()


def models(folder, may_fetch):
    """The models' files, and why there are none."""
    for root in (Path("/") / MODELS, folder / MODELS):
        if root.is_dir():
            break
    else:
        why = fetch(folder) if may_fetch else "not here; --fetch asks apt-get for them"
        if why:
            return root, [], why
    return root, sorted(p for p in root.rglob("*") if p.suffix.lower() in KINDS and p.is_file()), None
