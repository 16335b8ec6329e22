"""Pages as a browser would see them, for tests to look into."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "img", "br", "hr", "link", "input"}


@dataclass
class Element:
    """A piece of a page."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(each if isinstance(each, str) else each.text for each in self.children)

    def all(self, tag: str = "", class_: str = "") -> list[Element]:
        """Everything in it with this tag and class, in order."""
        found: list[Element] = []
        for child in self.children:
            if isinstance(child, Element):
                classes = child.attributes.get("class", "").split()
                if tag in ("", child.tag) and (not class_ or class_ in classes):
                    found.append(child)
                found += child.all(tag, class_)
        return found


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> where {self.open[-1].tag} is open"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parse(html: str) -> Element:
    """The whole page; fails if its tags are not balanced."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    assert len(builder.open) == 1, f"{builder.open[-1].tag} is not closed"
    return builder.open[0]
