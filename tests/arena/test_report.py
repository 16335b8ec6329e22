"""Reports: complete, self-contained, and saying what the leaderboard says."""

from __future__ import annotations

import io
import re
import sys
from base64 import b64decode
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

import babalab
from babalab.agents import Verdict
from babalab.arena import SOLVING, ArenaError, InThisProcess, SolveRecord, Store, leaderboard
from babalab.arena.report import make_report
from babalab.base.budget import Budget
from babalab.base.errors import MissingExtraError
from support.arena import LEVELS, evaluate, record
from support.page import Element, parse
from support.program import MAP, UNSOLVABLE

NASTY = "<script>alert('&\"')</script>"


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[SolveRecord]:
    """Of two agents with two seeds on three levels, one of which can't be solved."""
    path = tmp_path_factory.mktemp("report") / "results.db"
    with Store(path) as store:
        evaluate(store, ["bfs", "random:length=4"], seeds=[0, 1], executor=InThisProcess())
        return store.records(SOLVING)


@pytest.fixture(scope="module")
def html(records: list[SolveRecord]) -> str:
    return make_report(records, title="Our <report>")


@pytest.fixture(scope="module")
def page(html: str) -> Element:
    return parse(html)


def made_up(agent: str, level: str, solution: str | None = None, **changes: object) -> SolveRecord:
    return record(agent, level, solution=solution, **{"level_line": MAP, **changes})


def test_nothing_comes_from_elsewhere(html: str, page: Element) -> None:
    assert not re.search(r"https?:|//[a-z]|@import", re.sub(r"base64,[^\"]*", "", html))
    for element in page.all():
        for name in ("src", "href", "xlink:href"):
            value = element.attributes.get(name, "#")
            assert value.startswith(("#", "data:image/")), value
    assert not page.all("link")
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", html)


def test_ids_are_unique_and_links_lead_somewhere(html: str, page: Element) -> None:
    ids = [element.attributes["id"] for element in page.all() if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    targets = re.findall(r'href="#([^"]*)"', html) + re.findall(r"url\(#([^)]*)\)", html)
    assert len(targets) > 10
    assert set(targets) <= set(ids)
    labels = [each.attributes.get("aria-labelledby") for each in page.all()]
    assert {label for label in labels if label} <= set(ids)


def test_the_head(page: Element) -> None:
    assert page.all("title")[0].text == "Our <report>"
    assert page.all("h1")[0].text == "Our <report>"
    facts = {
        item.all("dt")[0].text: item.all("dd")[0].text for item in page.all("dl")[0].all("div")
    }
    assert facts["for a level"] == "200 iterations"
    assert facts["results"].startswith("12, ")
    assert facts["written"].endswith(f"by babalab {babalab.__version__}")
    assert facts["levels"] == "3"


def test_the_ranking_is_the_leaderboards(records: list[SolveRecord], page: Element) -> None:
    (table,) = page.all("table")
    headings = [cell.text for cell in table.all("thead")[0].all("th")]
    columns = {
        "rank": "rank", "agent": "agent", "levels": "levels", "seeds": "seeds", "solved": "solved",
        "win rate": "win_rate", "seconds": "avg_seconds", "length": "avg_length",
        "iterations": "avg_iterations", "engine steps": "avg_engine_steps",
    }  # fmt: skip
    rows = table.all("tbody")[0].all("tr")
    standings = leaderboard(records)
    assert len(rows) == len(standings) == 2
    for row, standing in zip(rows, standings, strict=True):
        cells = [child for child in row.children if isinstance(child, Element)]
        values = dict(zip(headings, (cell.attributes["data-value"] for cell in cells), strict=True))
        assert {name: values[name] for name in columns} == {
            name: str(getattr(standing, attribute)) for name, attribute in columns.items()
        }
        assert f"{standing.win_rate:.1%}" in row.text
    assert all(cell.attributes["scope"] == "col" for cell in table.all("thead")[0].all("th"))
    assert [row.all("th")[0].attributes["scope"] for row in rows] == ["row", "row"]


def test_the_plots(page: Element) -> None:
    over_time, over_iterations = (figure.all("svg")[0] for figure in page.all("figure"))
    for plot, unit in ((over_time, "seconds"), (over_iterations, "iterations")):
        assert plot.attributes["role"] == "img"
        assert unit in plot.all("title")[0].text
        texts = [text.text.strip() for text in plot.all("text")]
        assert {"bfs", "random:length=4", "levels solved", unit} <= set(texts)
        assert not any("$" in text or "\\" in text for text in texts)


def test_every_result_is_in_the_heat_map(page: Element) -> None:
    cells = page.all("svg", "heat")[0].all("rect")
    titles = [cell.all("title")[0].text for cell in cells]
    assert len(titles) == 2 * 3
    assert "bfs on across Across: solved 2 of 2 times, 3 moves" in titles
    assert "bfs on never: not solved" in titles
    kinds = {each.attributes["class"] for each in cells}
    assert kinds <= {"solved", "partly", "unsolvable", "unsolved"}


def test_the_levels(page: Element) -> None:
    cards = {card.all("h3")[0].text: card for card in page.all("article")}
    assert list(cards) == ["across Across", "farther", "never"]
    assert "share-4" in cards["across Across"].attributes["class"]
    assert "share-0" in cards["never"].attributes["class"]
    assert "solved by 2 of 2" in cards["across Across"].text
    assert "solved by 0 of 2" in cards["never"].text
    assert not cards["never"].all("details")
    across = cards["across Across"]
    assert across.all("summary")[0].text.startswith("3 moves by ")
    assert across.all("p", "moves")[0].text == "rrr"
    assert all(image.attributes["alt"] for image in page.all("img"))


def test_pictures_and_animations_can_be_seen(page: Element) -> None:
    cards = {card.all("h3")[0].text: card for card in page.all("article")}
    pictures = {}
    for name, card in cards.items():
        for image in card.all("img"):
            kind, data = image.attributes["src"].removeprefix("data:image/").split(";base64,")
            with Image.open(io.BytesIO(b64decode(data))) as opened:
                assert opened.format == kind.upper()
                assert opened.width % LEVELS[0].width == 0 or name != "across Across"
                pictures[name, kind] = getattr(opened, "n_frames", 1)
    assert pictures["across Across", "png"] == 1
    assert pictures["across Across", "gif"] == 4
    assert ("never", "gif") not in pictures


def test_animations_are_for_the_hardest_as_far_as_wanted() -> None:
    results = [
        made_up("a", "easy", "rrr"), made_up("b", "easy", "rrr"),
        made_up("a", "hard", "rrr"), made_up("b", "hard"),
    ]  # fmt: skip
    for wanted, animated in ((0, []), (1, ["hard"]), (5, ["easy", "hard"])):
        page = parse(make_report(results, animations=wanted))
        found = [
            card.all("h3")[0].text
            for card in page.all("article")
            if any("image/gif" in image.attributes["src"] for image in card.all("img"))
        ]
        assert found == animated
        assert len(page.all("details")) == 2


def test_names_are_text_and_nothing_else() -> None:
    results = [
        made_up(NASTY, NASTY, "rrr", level_name=f"{NASTY} too", level_set=NASTY),
        made_up("other", NASTY, error=NASTY, verdict=Verdict.FAILED, level_line=UNSOLVABLE),
    ]
    html = make_report(results, title=NASTY)
    page = parse(html)
    assert NASTY not in html
    assert len(page.all("script")) == 1
    assert page.all("title")[0].text == NASTY
    assert page.all("tbody")[0].all("th")[0].text == NASTY
    assert NASTY in page.all("article")[0].text


def test_names_with_characters_that_xml_forbids() -> None:
    hostile = "\x00\x08\x1b[2J\x9b\u202e\ufffe\ud800x"
    results = [
        made_up(hostile, hostile, "rrr", level_name=hostile, level_set=hostile),
        made_up("other", hostile, error=hostile, verdict=Verdict.FAILED, level_line=UNSOLVABLE),
    ]
    html = make_report(results, title=hostile)
    html.encode("utf-8")
    assert not re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\ufffe\ud800]", html)
    page = parse(html)
    assert page.all("title")[0].text == r"\x00\x08\x1b[2J\x9b\u202e\ufffe\ud800x"
    for picture in re.findall("<svg.*?</svg>", html, re.DOTALL):
        ET.fromstring(picture)


@pytest.mark.filterwarnings("error")
def test_names_that_mean_something_to_matplotlib() -> None:
    names = ["_hidden", "$x^$", "5 $", "$\\frac$", "日本🙂"]
    page = parse(make_report([made_up(name, "x", "rrr") for name in names]))
    texts = {text.text.strip() for text in page.all("figure")[0].all("text")}
    assert set(names) <= texts


def test_several_budgets() -> None:
    short = Budget(seconds=1)
    page = parse(make_report([made_up("a", "x", "rrr"), made_up("a", "x", budget=short)]))
    headings = [cell.text for cell in page.all("thead")[0].all("th")]
    assert "budget" in headings
    assert "a (200 iterations) on x: solved, 3 moves" in page.text
    assert "a (1 s) on x: not solved" in page.text


def test_agents_that_tried_different_levels_or_failed() -> None:
    page = parse(
        make_report(
            [
                made_up("a", "2", "rrr"),
                made_up("b", "10", error="it broke", verdict=Verdict.FAILED),
                made_up("b", "1"),
            ]
        )
    )
    assert [card.all("h3")[0].text for card in page.all("article")] == ["1", "2", "10"]
    kinds = sorted(each.attributes["class"] for each in page.all("svg", "heat")[0].all("rect"))
    assert kinds == ["failed", "solved", "unsolved", "untried", "untried", "untried"]
    assert "failed" in [cell.text for cell in page.all("thead")[0].all("th")]


def test_what_is_proved_unsolvable_is_not_just_unsolved() -> None:
    proof = {"verdict": Verdict.UNSOLVABLE}
    page = parse(
        make_report(
            [
                made_up("a", "x", **proof),
                made_up("a", "x", seed=1),
                made_up("b", "x", verdict=Verdict.OUT_OF_TIME),
                made_up("c", "x", error="it broke", verdict=Verdict.FAILED),
                made_up("a", "y", "r"),
            ]
        )
    )
    picture = page.all("svg", "heat")[0]
    told = {each.all("title")[0].text: each.attributes["class"] for each in picture.all("rect")}
    assert told["a on x: proved unsolvable 1 of 2 times"] == "unsolvable"
    assert told["b on x: not solved"] == "unsolved"
    assert told["c on x: failed"] == "failed"
    assert told["a on y: solved, 1 move"] == "solved"
    signs = [
        link.all("rect")[0].attributes["class"] for link in picture.all("a") if link.all("path")
    ]
    assert sorted(signs) == ["failed", "unsolvable"], "they do not differ by colour alone"
    legend = {
        each.text: each.all("span")[0].attributes["class"] for each in page.all("ul")[0].all("li")
    }
    assert legend["proved unsolvable"] == "unsolvable"
    assert legend["not solved"] == "unsolved"
    cards = {card.all("h3")[0].text: card.text for card in page.all("article")}
    assert "proved unsolvable by 1 of 3" in cards["x"]


def test_a_seed_more_or_less() -> None:
    page = parse(make_report([made_up("a", "x", "rrr"), made_up("a", "x", seed=1)]))
    assert "a on x: solved 1 of 2 times, 3 moves" in page.text
    assert page.all("svg", "heat")[0].all("rect")[0].attributes["class"] == "partly"


def test_nothing_solved_at_all() -> None:
    page = parse(make_report([made_up("a", "x")]))
    assert "solved by 0 of 1" in page.text


def test_the_same_results_give_the_same_page(records: list[SolveRecord], html: str) -> None:
    def without_the_time(text: str) -> str:
        return re.sub(r"<dt>written.*?</dd>", "", text)

    again = make_report(records, title="Our <report>")
    assert without_the_time(again) == without_the_time(html)


def test_no_results() -> None:
    with pytest.raises(ArenaError, match="'babalab evaluate' makes some"):
        make_report([])


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"babalab\[report\]"):
        make_report([made_up("a", "x")])


def test_a_solution_too_long_to_watch() -> None:
    moves = "sl" * 400 + "rrr"
    page = parse(make_report([made_up("a", "x", moves)]))
    assert not any("image/gif" in image.attributes["src"] for image in page.all("img"))
    assert page.all("p", "moves")[0].text == moves
    assert page.all("summary")[0].text == "803 moves by a"
