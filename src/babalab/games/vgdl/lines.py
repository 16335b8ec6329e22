"""The lines of a description as a tree: lines indented deeper belong to the line above them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a line; columns count from 1."""

    text: str
    column: int


Place = tuple[int, int]
"""A line and a column, both from 1."""


@dataclass(slots=True)
class Line:
    """A line that is not empty, and those below it."""

    words: list[Token]
    number: int
    depth: int
    """The number of blanks and tabs it begins with; a tab counts one, as in the framework."""
    tabs: bool = False
    """Whether there are tabs among them."""
    children: list[Line] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """The place of its first word."""
        return self.place_of(self.words[0])

    def place_of(self, word: Token) -> Place:
        """Return the place of one of its words."""
        return self.number, word.column

    def split(self) -> tuple[list[Token], list[Token] | None]:
        """Split the words at the first ``>``; None as the second part where there is no ``>``.

        The sign needs no blanks around it.
        """
        before: list[Token] = []
        for place, word in enumerate(self.words):
            head, sign, tail = word.text.partition(">")
            if not sign:
                before.append(word)
                continue
            if head:
                before.append(Token(head, word.column))
            behind = self.words[place + 1 :]
            if tail:
                behind.insert(0, Token(tail, word.column + len(head) + 1))
            return before, behind
        return before, None


def parse_tree(text: str) -> list[Line]:
    """Return the top lines of a text, each with the lines that belong to it.

    Everything from ``#`` on is dropped. A line belongs to the nearest one above it of smaller
    depth.
    """
    top: list[Line] = []
    open_lines: list[Line] = []
    for number, written in enumerate(text.split("\n"), start=1):
        content = written.partition("#")[0].rstrip()
        if not content.strip():
            continue
        depth = len(content) - len(content.lstrip())
        line = Line(_split_words(content), number, depth, "\t" in content[:depth])
        while open_lines and open_lines[-1].depth >= line.depth:
            open_lines.pop()
        (open_lines[-1].children if open_lines else top).append(line)
        open_lines.append(line)
    return top


def read_opening_comment(text: str) -> str:
    """Return the text of the comments before the first line."""
    said = []
    for written in text.split("\n"):
        stripped = written.strip()
        if stripped and not stripped.startswith("#"):
            break
        if stripped:
            said.append(stripped.lstrip("#").strip())
    return "\n".join(said).strip()


def _split_words(content: str) -> list[Token]:
    found = []
    place = 0
    for text in content.split():
        place = content.index(text, place)
        found.append(Token(text, place + 1))
        place += len(text)
    return found
