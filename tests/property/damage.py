"""Texts with small errors."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import strategies as st

_WORD = re.compile(r"[^\s=/,:+|.\"\[\]]+")  # a part between the separators of our texts
_ODD = '0179-=/,:+>.|{}[]"\\ \n\r\tYRGBupx\u0660\u2028\u00e9\0'


_NUMBER = re.compile(r"[0-9]+")
_NUMBERS = st.integers(0, 9) | st.sampled_from([2**8 - 1, 2**8, 2**16 - 1, 2**16, 2**32])


@st.composite
def damaged(draw: st.DrawFn, texts: Sequence[str]) -> str:
    """Draw one of the texts and damage it in one to three places."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        damage = draw(st.sampled_from(_DAMAGES))
        text = damage(draw, text) if text else text
    return text


def _delete(draw: st.DrawFn, text: str) -> str:
    at = draw(st.integers(0, len(text) - 1))
    return text[:at] + text[at + draw(st.integers(1, 4)) :]


def _replace(draw: st.DrawFn, text: str) -> str:
    at = draw(st.integers(0, len(text) - 1))
    letter = draw(st.one_of(st.sampled_from(text), st.sampled_from(_ODD), st.characters()))
    return text[:at] + letter + text[at + draw(st.integers(0, 1)) :]


def _swap_letters(draw: st.DrawFn, text: str) -> str:
    i = draw(st.integers(0, len(text) - 1))
    j = draw(st.integers(0, len(text) - 1))
    letters = list(text)
    letters[i], letters[j] = letters[j], letters[i]
    return "".join(letters)


def _swap_words(draw: st.DrawFn, text: str) -> str:
    first, second = _two_words(draw, text)
    return _put(_put(text, second, first.group()), first, second.group())


def _copy_word(draw: st.DrawFn, text: str) -> str:
    first, second = _two_words(draw, text)
    return _put(text, second, first.group())


def _two_words(draw: st.DrawFn, text: str) -> list[re.Match[str]]:
    """Draw two words in their order; a text without words counts as one word."""
    words = list(_WORD.finditer(text)) or list(re.finditer(r"(?s).+", text))
    at = st.integers(0, len(words) - 1)
    return [words[i] for i in sorted((draw(at), draw(at)))]


def _put(text: str, place: re.Match[str], word: str) -> str:
    return text[: place.start()] + word + text[place.end() :]


def _renumber(draw: st.DrawFn, text: str) -> str:
    numbers = list(_NUMBER.finditer(text))
    return _put(text, draw(st.sampled_from(numbers)), str(draw(_NUMBERS))) if numbers else text


_DAMAGES = (_delete, _replace, _swap_letters, _swap_words, _copy_word, _renumber)
