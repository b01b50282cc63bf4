"""Python bots of the user, by module or file, and the texts that name bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import century
from century import Position
from century.bots import ask, bot, bots
from century.bots.ask import close_bot
from century.bots.program import ProgramBot
from century.errors import BotCrashed, BotNonsense, UnknownBot
from tests.bots.programs import program
from tests.games import EXAMPLE

START = century.game(EXAMPLE).start(players=2, seed=7)
LAST = """\
class Last:
    def choose(self, position, seat, budget):
        return position.actions()[-1]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to write bots into, which is also the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, source: str, name: str = "my_bot.py") -> Path:
    path = folder / name
    path.write_text(source)
    return path


def chosen(spec: str | Path, position: Position = START) -> int:
    """Make a bot and return the number of the action that it chooses."""
    return ask(bot(str(spec), 1), position, position.seat, 1, seed=1, name=str(spec))


def answering(answer: str) -> str:
    return f"class Mine:\n    def choose(self, position, seat, budget):\n        return {answer}\n"


# Finding bots


@pytest.mark.parametrize("spec", ["my_bot.py", "./my_bot.py", "my_bot.py:Last", "lasts:Last"])
def test_a_class_is_found_in_a_file_or_module(folder: Path, spec: str) -> None:
    write(folder, LAST)
    write(folder, LAST, "lasts.py")
    assert chosen(spec) == START.actions()[-1]


def test_a_file_is_found_by_its_whole_path_with_blanks(folder: Path) -> None:
    path = write(folder, LAST, "my own bot.py")
    assert chosen(path) == START.actions()[-1]


def test_a_bot_of_a_package_is_found_by_its_module() -> None:
    own, built_in = bot("century.bots.random:RandomBot", 3), bot("random", 3)
    for _ in range(20):
        assert own.choose(START, 0, 1) == built_in.choose(START, 0, 1)


@pytest.mark.parametrize("form", ["cmd:{}", "{}"], ids=["cmd", "path"])
def test_a_program_is_found_by_its_command_line(folder: Path, form: str) -> None:
    found = bot(form.format(" ".join(program(folder))), 1)
    assert isinstance(found, ProgramBot)
    assert ask(found, START, 0, 5, seed=1) == START.actions()[0]
    found.close()


def test_of_several_classes_one_must_be_named(folder: Path) -> None:
    write(folder, f"from century.bots.random import RandomBot\n{LAST}class Later(Last): pass\n")
    with pytest.raises(UnknownBot, match=r"several bots: Last, Later; name one: my_bot\.py:Name"):
        bot("my_bot.py", 1)
    assert chosen("my_bot.py:Later") == START.actions()[-1]


def test_an_edited_file_is_imported_again(folder: Path) -> None:
    write(folder, answering("position.actions()[0]"))
    assert chosen("my_bot.py") == START.actions()[0]
    write(folder, answering("position.actions()[1]"))
    assert chosen("my_bot.py") == START.actions()[1]


def test_a_file_may_import_modules_beside_it(folder: Path) -> None:
    (folder / "bots").mkdir()
    write(folder, "WHICH = 2\n", "bots/neighbour_of_a_bot.py")
    path = write(folder, "from neighbour_of_a_bot import WHICH\n", "bots/my_bot.py")
    path.write_text(path.read_text() + answering("position.actions()[WHICH]"))
    assert chosen("bots/my_bot.py") == START.actions()[2]


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("deep-blue", "unknown bot 'deep-blue'"),
        ("", "unknown bot ''"),
        ("no_such_module:Name", "there is no module 'no_such_module' to import 'Name' from"),
        ("century.no_such:Name", "there is no module 'century.no_such'"),
        ("century.bots.random:Bot", "has no bot 'Bot'; a bot is a class with a choose method"),
        ("century.bots.random:Bot", "and it has RandomBot"),
        ("nowhere.py", "cannot read 'nowhere.py': No such file or directory"),
        ("node bot.py", "cannot read 'node bot.py'; to run a program, write 'cmd:node bot.py'"),
        ("my_bot.py", r"my_bot\.py has no bot; a bot is a class with a choose method"),
        ("my_bot.py:Mine", r"my_bot\.py has no bot 'Mine'.* it has none"),
        ("./nowhere --fast", r"cannot run '\./nowhere': No such file or directory"),
        ("cmd:", "cmd: and no program"),
        ("cmd:say 'hello", "is no command line: No closing quotation"),
    ],
)
def test_an_unknown_bot_is_refused(folder: Path, spec: str, fault: str) -> None:
    write(folder, "class NoBot: pass\nMine = 5\n")
    with pytest.raises(UnknownBot, match=fault) as caught:
        bot(spec, 1)
    # The possible names only help if the text is neither a path nor a command.
    unknown = str(caught.value).startswith("unknown bot")
    for form in (", ".join(bots()), "package.module:Name", "path/to/bot.py", "cmd:program"):
        assert (form in str(caught.value)) == unknown


# Making bots


@pytest.mark.parametrize(
    ("constructor", "seen"),
    [
        ("def __init__(self, seed): self.seed = seed", 9),
        ("def __init__(self, level=3, *, seed=0): self.seed = seed", 9),
        ("def __init__(self, **options): self.seed = options['seed']", 9),
        ("def __init__(self, level=3): self.seed = level", 3),
        ("seed = 4", 4),
    ],
)
def test_a_constructor_gets_a_seed_if_it_takes_one(
    folder: Path, constructor: str, seen: int
) -> None:
    write(folder, answering("position.actions()[0] if self.seed == 9 else self.seed"))
    with (folder / "my_bot.py").open("a") as file:
        file.write(f"    {constructor}\n")
    made: Any = bot("my_bot.py", 9)
    assert made.seed == seen


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("def def\n", r"^my_bot.*: SyntaxError: .*\(my_bot\.py, line 1\)"),
        ("\n1 / 0\n", r"ZeroDivisionError: division by zero \(my_bot\.py, line 2\)"),
        ("import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module'"),
        (LAST + "    def __init__(self): raise OSError('no weights')\n", "OSError: no weights"),
        (LAST + "    def __init__(self, level): pass\n", "TypeError: .*'level'"),
    ],
)
@pytest.mark.parametrize("spec", ["my_bot.py:Last", "{}:Last"], ids=["file", "module"])
def test_a_bot_that_cannot_be_made_has_crashed(
    folder: Path, source: str, fault: str, spec: str
) -> None:
    module = f"my_bot{len(source)}"  # modules are imported only once
    write(folder, source)
    write(folder, source, f"{module}.py")
    with pytest.raises(BotCrashed, match=fault.replace("my_bot", r"my_bot\d*")):
        bot(spec.format(module), 1)


# Faults


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("1 / 0", r"my_bot\.py: ZeroDivisionError: division by zero \(my_bot\.py, line 3\)"),
        ("exit('enough')", r"my_bot\.py: SystemExit: enough"),
        ("position.act('fly')", r"my_bot\.py: UnknownToken: unknown action 'fly'"),
    ],
)
def test_an_exception_is_a_crash(folder: Path, answer: str, fault: str) -> None:
    write(folder, answering(answer))
    with pytest.raises(BotCrashed, match=fault):
        chosen("my_bot.py")


def test_nonsense_names_the_bot(folder: Path) -> None:
    write(folder, answering("'fly'"))
    with pytest.raises(BotNonsense, match=r"^my_bot\.py answered 'fly'"):
        chosen("my_bot.py")


@pytest.mark.parametrize("name", century.games())
def test_a_bot_sees_nothing_of_the_order_of_hidden_cards(folder: Path, name: str) -> None:
    write(folder, answering("self.seen.append(position.to_text()) or position.actions()[0]"))
    with (folder / "my_bot.py").open("a") as file:
        file.write("    def __init__(self): self.seen = []\n")
    one: Any = bot("my_bot.py", 1)
    other: Any = bot("my_bot.py", 1)
    pos = century.game(name).start(players=2, seed=3)
    for seed in range(30):
        truth = pos.redeal(0, seed)
        assert truth != pos
        pos = pos.apply(ask(one, pos, pos.seat, 1, seed=1))
        ask(other, truth, truth.seat, 1, seed=1)
    assert len(one.seen) == 30
    assert one.seen == other.seen


def test_close_is_called_if_a_bot_has_it(folder: Path) -> None:
    write(folder, LAST + "    def close(self): open('closed', 'w').close()\n")
    close_bot(bot("my_bot.py", 1), "it")
    assert (folder / "closed").exists()
    write(folder, LAST)
    close_bot(bot("my_bot.py", 1), "it")
    write(folder, LAST + "    def close(self): raise OSError('stuck')\n")
    with pytest.raises(BotCrashed, match="it: OSError: stuck"):
        close_bot(bot("my_bot.py", 1), "it")
