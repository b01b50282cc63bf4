"""The arena: tournaments between bots, on this machine or on a cluster, and their standings."""

from century.arena.executors import Executor, LocalExecutor, RayExecutor, executor
from century.arena.match import Fault, Job, Result, play
from century.arena.records import Records
from century.arena.results import Results
from century.arena.sprt import Sprt
from century.arena.standings import Line, Standings
from century.arena.tournament import Tournament, run

__all__ = [
    "Executor",
    "Fault",
    "Job",
    "Line",
    "LocalExecutor",
    "RayExecutor",
    "Records",
    "Result",
    "Results",
    "Sprt",
    "Standings",
    "Tournament",
    "executor",
    "play",
    "run",
]
