"""The list of cases. A judge is a function of a Player that returns a Verdict."""
from typing import Callable, NamedTuple

CASES = []


class Verdict(NamedTuple):
    measured: str
    right: bool


class Case(NamedTuple):
    name: str
    kind: str  # "case", or "control" for a neighbour that was always right
    asked: str
    judge: Callable


def case(name, asked, judge):
    CASES.append(Case(name, "case", asked, judge))


def control(name, asked, judge):
    CASES.append(Case(name, "control", asked, judge))


def all_of(*verdicts):
    return Verdict("; ".join(v.measured for v in verdicts), all(v.right for v in verdicts))
