"""Table XIII: policies trained and tested on the levels of class 1."""

from __future__ import annotations

from collections.abc import Sequence

from babalab.arena import (
    LevelStudy,
    SolvePlan,
    Store,
    contestants,
    find_agent_spec,
    leaderboard,
    make_plan,
)
from babalab.base.budget import Budget
from babalab.game.level import Level
from babalab.papers.baba_solver.published import LEVELS, MOVES, PAPER, ROWS, TRIES
from babalab.papers.baba_solver.reward_order import (
    compare_rewards,
    count_in_order,
    make_order_exhibit,
)
from babalab.papers.baba_solver.table_xiii_rows import Luck, Tested, format_row, row_as_json
from babalab.papers.baba_solver.training_plan import PlannedTraining, TrainingPlan, policy_of
from babalab.papers.baba_solver.tries import try_at_random, try_policy
from babalab.papers.exhibit import Exhibit

USUAL_BUDGET = Budget(iterations=10)
"""Episodes of an agent on a level. With a hundred, even random moves solve all."""
RANDOM_TRIES = 100


class Table13:
    """The tests of trained policies, and the table of their results."""

    def __init__(
        self,
        plan: TrainingPlan,
        budget: Budget = USUAL_BUDGET,
        tries: int = TRIES,
        reported: Sequence[Level] = (),
        moves: int = MOVES,
    ) -> None:
        self.levels, self.folder, self.planned = plan
        self.budget, self.tries, self.reported, self.moves = budget, tries, reported, moves
        agents = {row.name: row.agent for row in ROWS}
        folder = self.folder.absolute()
        self._specs = {
            each.name: find_agent_spec(
                f"{agents[each.row]}:policy={policy_of(each, folder)},length={moves}"
            )
            for each in self.planned
        }
        self._random = find_agent_spec(f"random:length={moves}")
        """The agent that draws all moves evenly, for comparison."""
        self._presets = list(dict.fromkeys(each.recipe.preset for each in self.planned))

    def plan(self, store: Store, set_name: str = "") -> SolvePlan:
        """Plan the attempts of the trained agents that the store lacks; trainings must be done."""
        return make_plan(store, self._study(set_name))

    def _study(self, set_name: str = "") -> LevelStudy:
        return LevelStudy(
            contestants([*self._specs.values(), self._random]),
            self.levels,
            seeds=[0],
            budget=self.budget,
            set_name=set_name,
        )

    def make_exhibit(self, store: Store) -> Exhibit:
        """Show ours beside the paper's, when all attempts are made."""
        solved = self._load_solved(store)
        tested = [self._test(each, solved[self._specs[each.name]]) for each in self.planned]
        recipe = self.planned[0].recipe
        luck = Luck(
            try_at_random(self.levels, recipe, tries=RANDOM_TRIES, moves=self.moves),
            try_at_random(self.reported, recipe, tries=RANDOM_TRIES, moves=self.moves)
            if self.reported
            else None,
            solved[self._random],
        )
        return self._put_together(tested, luck)

    def _load_solved(self, store: Store) -> dict[str, float]:
        """Return the share of levels solved within the budget, by agent."""
        chosen = self._study().records(store)
        return {standing.agent: standing.win_rate for standing in leaderboard(chosen)}

    def _test(self, planned: PlannedTraining, solved: float) -> Tested:
        file = policy_of(planned, self.folder)
        trained, reported = (
            try_policy(file, levels, tries=self.tries, moves=self.moves, seed=planned.seed)
            if levels
            else None
            for levels in (self.levels, self.reported)
        )
        assert trained is not None, "a plan has levels"
        return Tested(planned, trained, reported, solved)

    def _put_together(self, tested: Sequence[Tested], luck: Luck) -> Exhibit:
        rows = {
            preset: {
                row.name: [
                    each
                    for each in tested
                    if (each.planned.recipe.preset, each.planned.row) == (preset, row.name)
                ]
                for row in ROWS
            }
            for preset in self._presets
        }
        rates = {
            preset: {name: [each.rate for each in found] for name, found in of_rows.items()}
            for preset, of_rows in rows.items()
        }
        compared = {preset: compare_rewards(of_rows) for preset, of_rows in rates.items()}
        order = make_order_exhibit(compared, len(self.reported or self.levels))
        return Exhibit(
            title=f"{PAPER}, Table XIII",
            headings=(
                "", "preset", "trainings", "one episode", "error", "lowest", "highest", "paper",
                "diff", "trained on", "length", "paper's length", "greedy", "within budget",
            ),
            details=(
                "within budget", "greedy", "trained on", "length", "paper's length", "trainings",
                "lowest", "highest", "error",
            ),
            rows=[
                *(
                    format_row(row, preset, rows[preset][row.name])
                    for preset in self._presets
                    for row in ROWS
                ),
                luck.format_row(),
            ],
            data={
                "levels": len(self.levels),
                "reported_levels": len(self.reported) or None,
                "seeds": len({each.seed for each in self.planned}),
                "tries": self.tries,
                "moves": self.moves,
                "budget": self.budget.as_json(),
                "presets": [
                    {
                        "preset": preset,
                        "steps": next(
                            each.recipe.steps
                            for each in self.planned
                            if each.recipe.preset == preset
                        ),
                        "rows": [row_as_json(row, rows[preset][row.name]) for row in ROWS],
                        "order": [each.as_json() for each in compared[preset]],
                        "seeds_in_order": count_in_order(rates[preset]),
                    }
                    for preset in self._presets
                ],
                "random": luck.as_json(),
                "folder": str(self.folder),
            },
            notes=self._make_notes(),
            more=(order,),
            text_columns=2,
        )  # fmt: skip

    def _make_notes(self) -> list[str]:
        reported = len(self.reported or self.levels)
        return [
            "one episode: the share of single episodes with drawn moves that are won, "
            f"{self.tries} of each of {reported} levels of class 1 by the solution on record, cut "
            f"off after {self.moves} moves; the "
            f"paper's rates are 74, 70 and 81 of 170, {TRIES} of each of {LEVELS} levels",
            f"trained on: the same on the {len(self.levels)} levels that the trainings had",
            "error: the standard error of the mean over trainings, which differ in their seeds "
            "only; lowest and highest: of the trainings",
            "length: moves of an episode, won or not, as the paper counts",
            "greedy: the share of levels trained on that the likeliest moves solve",
            f"within budget: the share of levels trained on that the agent solves, playing on "
            f"until {self.budget.words} are spent",
            "random moves: the same if every move is as likely as the others",
        ]
