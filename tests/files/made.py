"""What a made file is, and what must come of it."""
from typing import NamedTuple

import shape


class Made(NamedTuple):
    name: str
    content: object  # bytes, or a dict of names beside it, with this one
    measure: object  # of what must be read; None: it must be refused
    words: tuple = ()  # of the refusal
    options: tuple = ()  # of the program: --up z and the like
    tolerance: float = 1e-6  # floats of a level of 20 m
    either: bool = False  # read as measured, or refused
    stands: bool = True  # a wanderer finds room in it


def reads(name, content, of=None, **more):
    return Made(name, content if isinstance(content, (bytes, dict)) else content.encode(), shape.measure(of or shape.level()), **more)


def refuses(name, content, *words, **more):
    return Made(name, content if isinstance(content, (bytes, dict)) else content.encode(), None, words, **more)
