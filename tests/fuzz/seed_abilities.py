#!/usr/bin/env python3
"""Writes the seeds of fuzz_abilities that begin each ability: python3 tests/fuzz/seed_abilities.py [FOLDER].

A seed is the head of 16 bytes and the script that fuzz_abilities.c describes. Each names a piece, a birth and what is pressed."""
import os
import sys

JUMP, CROUCH, SLIDE, MANTLE, SPRINT, DASH, PRONE, ROLL, GLIDE, GRAB, VAULT = (1 << i for i in range(11))
(WALL, CORRIDOR, OBSTACLE, BLOCK, MARKER, LADDER, CLIMB, ROPE, ZIPLINE, BAR, RAMP, WATER, STAIRS, MESH, FIELD, GAP, ROUND, BELT,
 CORNER, PLANET) = range(20)
ORDER = ["slide", "mantle", "runner", "obstacle", "ledge", "corner_help", "dash", "sprint", "glide", "prone", "roll", "air_strafe",
         "vault", "wall_jump", "rope", "zipline", "ladder", "climb", "ledge_hang", "wall_run", "wall_slide"]
AHEAD, LEFT, BACK, RIGHT, STILL = 0, 64, 127, 191, 255
UP, DOWN, TELEPORT, HOP, LEAP = 2, 3, 5, 7, 8
PERCH, FORTH, ASKEW = 1, 2, 4


def change(ticks, buttons=0, way=AHEAD, what=0):
    return [ticks, buttons & 255, buttons >> 8, way, what]


def seed(piece, script, size=128, yaw=0, motion=0, birth=0, only=None, gravity=0, unit=0, rate=0, tuning=0, people=0, seconds=16):
    number = 0 if only is None else 1 + ORDER.index(only)
    head = [gravity, unit, rate, 0, piece, 0, people, birth, 0, number, 20, seconds, 0, 0, 0, 0]
    body = head + [size, yaw, motion] + [tuning]
    # the others of `people` are made of what follows: their tunings
    body += [0] * people
    for one in script:
        body += one
    return bytes(body)


SEEDS = {
    "slide": seed(BAR, [change(30, 0), change(40, SLIDE | CROUCH), change(60, JUMP)], size=0, tuning=16),
    "mantle": seed(BLOCK, [change(10), change(60, MANTLE), change(60, 0, AHEAD)], size=60),
    "runner": seed(WALL, [change(90)], only="runner"),
    "obstacle": seed(BLOCK, [change(200)], size=60, only="obstacle"),
    "obstacle_all": seed(OBSTACLE, [change(200)], size=180),
    "ledge": seed(MARKER, [change(10), change(60, JUMP), change(100)], size=200, only="ledge"),
    "ledge_falling": seed(MARKER, [change(100)], birth=PERCH | FORTH, only="ledge"),
    "corner_help": seed(GAP, [change(8), change(40, JUMP), change(100)], size=200, birth=PERCH, only="corner_help"),
    "dash": seed(WALL, [change(5, DASH), change(30, JUMP, AHEAD), change(10, DASH, LEFT), change(60)]),
    "sprint": seed(RAMP, [change(60, SPRINT), change(60, SPRINT, LEFT), change(60)], size=40),
    "glide": seed(PLANET, [change(30, 0, AHEAD, HOP), change(100, GLIDE), change(60)], birth=PERCH),
    "prone": seed(BAR, [change(40, PRONE), change(60, 0), change(20, PRONE), change(60, JUMP)], size=0),
    "roll": seed(BAR, [change(20), change(40, ROLL), change(60, ROLL, LEFT), change(30, 0, AHEAD, HOP), change(60, ROLL)], size=10),
    "roll_landing": seed(BLOCK, [change(10, 0, BACK), change(5, 0, BACK, HOP), change(60, ROLL, BACK)], birth=PERCH, only="roll"),
    "air_strafe": seed(WALL, [change(20, JUMP), change(30, 0, LEFT), change(30, 0, RIGHT), change(30)], only="air_strafe", birth=ASKEW),
    "vault": seed(OBSTACLE, [change(20), change(60, VAULT), change(60)], size=90),
    "vault_only": seed(OBSTACLE, [change(25), change(60, VAULT), change(10), change(60, VAULT, BACK)], size=20, only="vault"),
    "wall_jump": seed(CORRIDOR, [change(20, 0, LEFT), change(10, JUMP, LEFT), change(10, 0, LEFT), change(10, JUMP, LEFT),
                                 change(20, 0, RIGHT), change(10, JUMP, RIGHT), change(60)], size=0, only="wall_jump"),
    "rope": seed(ROPE, [change(2), change(60, GRAB), change(60, 0, BACK), change(60, 0, STILL, UP), change(20, 0, STILL, DOWN),
                        change(30, JUMP)], birth=PERCH),
    "zipline": seed(ZIPLINE, [change(2), change(90, GRAB), change(30, JUMP), change(60)], birth=PERCH),
    "ladder": seed(LADDER, [change(200), change(30, JUMP)], size=0, only="ladder"),
    "ladder_down": seed(LADDER, [change(60, 0, BACK), change(100, 0, BACK, DOWN), change(60, CROUCH)], size=20, birth=PERCH, only="ladder"),
    "climb": seed(CLIMB, [change(20), change(20, GRAB), change(60, 0, LEFT), change(100), change(60)], size=100),
    "ledge_hang": seed(BLOCK, [change(20), change(30, JUMP), change(50, GRAB), change(60, 0, LEFT), change(30, 0, BACK), change(30, JUMP)],
                       size=140, only="ledge_hang"),
    "ledge_hang_drop": seed(BLOCK, [change(30, GRAB, BACK), change(60, 0, LEFT), change(60, JUMP, AHEAD)], size=140, birth=PERCH,
                            only="ledge_hang"),
    "wall_run": seed(CORRIDOR, [change(30, 0, 240), change(20, JUMP, 240), change(60, 0, 240)], size=0, birth=PERCH | ASKEW,
                     only="wall_run", tuning=16),
    "wall_slide": seed(WALL, [change(60, 0, AHEAD), change(30, JUMP), change(60)], birth=PERCH, only="wall_slide"),
    "swims": seed(WATER, [change(100, 0, AHEAD), change(30, GRAB, AHEAD, UP), change(60, DASH)], size=200),
    "mesh": seed(MESH, [change(30), change(60, MANTLE), change(60, JUMP)], size=200),
    "field": seed(FIELD, [change(60, SPRINT), change(60, SLIDE), change(60, ROLL)], size=200, tuning=16),
    "stairs": seed(STAIRS, [change(60, SPRINT), change(30, SLIDE), change(60, PRONE)], size=200),
    "corner": seed(CORNER, [change(20), change(30, GRAB), change(60, JUMP)], size=100),
    "round": seed(ROUND, [change(20, SPRINT), change(30, DASH), change(60, MANTLE)], size=100),
    "belt": seed(BELT, [change(20, SPRINT), change(30, SLIDE), change(60, ROLL)], size=200),
    "tower_that_moves": seed(CLIMB, [change(20), change(20, GRAB), change(60, 0, LEFT), change(100), change(60)], size=100, motion=71),
    "rope_that_moves": seed(ROPE, [change(2), change(60, GRAB), change(60, 0, BACK), change(30, JUMP)], birth=PERCH, motion=13),
    "gravity_askew": seed(BLOCK, [change(10), change(60, MANTLE), change(60, 0, AHEAD)], size=60, gravity=3),
    "gravity_any_far": seed(CLIMB, [change(20), change(20, GRAB), change(60, 0, LEFT), change(100)], size=100, gravity=4 | 64),
    "centimetres": seed(ROPE, [change(2), change(60, GRAB), change(60, 0, BACK), change(30, JUMP)], birth=PERCH, unit=1),
    "slow_ticks": seed(ZIPLINE, [change(2), change(90, GRAB), change(30, JUMP), change(60)], birth=PERCH, rate=1),
    "fast_ticks": seed(OBSTACLE, [change(20), change(60, VAULT), change(60)], size=90, rate=7),
    "three_of_them": seed(BLOCK, [change(10), change(60, MANTLE), change(60, 0, AHEAD)], size=60, people=8 | 2),
}


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "seeds/abilities")
    os.makedirs(folder, exist_ok=True)
    for name, data in SEEDS.items():
        with open(os.path.join(folder, name), "wb") as out:
            out.write(data)
    print(f"{len(SEEDS)} seeds in {folder}")


main()
