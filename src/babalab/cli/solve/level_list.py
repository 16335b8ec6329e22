"""The page of a campaign that lists its levels: those won, in how many moves, and the shortest."""

from __future__ import annotations

from rich.console import Group, RenderableType

from babalab.base.wording import pluralize
from babalab.cli.ui.columns import names, numbers
from babalab.cli.ui.console import out
from babalab.cli.ui.tables import add_row, make_table
from babalab.cli.ui.viewport import cut_window, make_line
from babalab.levels.campaign import Campaign

LINES_BESIDES_THE_LEVELS = 4
STEPS = {"up": -1, "w": -1, "p": -1, "down": 1, "s": 1, "n": 1}


class LevelList:
    """A list of levels in which one can be chosen."""

    def __init__(self, campaign: Campaign, chosen: int) -> None:
        self.campaign = campaign
        self.chosen = chosen

    def press(self, key: str) -> bool:
        """Choose another level; False for a key that does not."""
        if key not in STEPS:
            return False
        self.chosen = max(0, min(len(self.campaign) - 1, self.chosen + STEPS[key]))
        return True

    def draw(self) -> RenderableType:
        """Draw as many levels as there is room for."""
        campaign, count = self.campaign, len(self.campaign)
        table = make_table(
            numbers(),
            names("level"),
            numbers("you"),
            numbers("shortest known", priority=1),
            elsewhere=None,
        )
        shown = cut_window(self.chosen, count, out.height - LINES_BESIDES_THE_LEVELS)
        for number in range(shown.start, shown.stop):
            best, known = campaign.best[number], campaign[number].solution
            add_row(
                table,
                f"{'>' if number == self.chosen else ' '}{number + 1}",
                campaign.describe(number),
                "-" if best is None else str(len(best)),
                str(len(known)) if known else "-",
                style="reverse" if number == self.chosen else "" if best is None else "green",
            )
        title = f"{campaign.name}: {campaign.solved} of {pluralize(count, 'level')} won"
        return Group(
            make_line(title, "bold"),
            table,
            make_line(""),
            make_line("up and down choose · enter plays · any other key goes back", "dim"),
        )
