"""The commands of `babalab`: where each is, and its line of help, below the heading of a panel."""

from __future__ import annotations

from typing import Final

from babalab.cli.ui.lazy_commands import CommandTable

PANELS: Final[dict[str, CommandTable]] = {
    "One level": {
        "solve": ("solve.solve:solve", "Find the moves that win, or prove that there are none."),
        "prove": (
            "solve.prove:prove",
            "Prove that a level can't be won, by searching all states that can matter.",
        ),
        "explain": (
            "solve.explain:explain",
            "Explain a solution in words: rules made and broken, what is pushed where, what wins.",
        ),
        "hint": (
            "solve.hint:give_hint",
            "Say what to aim at next in the play LEVEL@MOVES, or how many moves to take back.",
        ),
        "show": (
            "solve.show:show",
            "Draw a level or a state, its rules and what is known about it.",
        ),
        "play": (
            "solve.play:play",
            "Play the levels of a pack or file with the arrow keys: undo, hints, progress kept.",
        ),
        "check": (
            "solve.check:check",
            "Replay moves and say where they win or die; or verify recordings.",
        ),
        "render": (
            "solve.render:render",
            "Draw a level or state as PNG, SVG or text, or a play as an animated GIF.",
        ),
    },
    "Levels and maps": {
        "levels": (
            "levels.group:levels_group",
            "List our packs; fetch, validate, lint, convert and generate sets of levels.",
        ),
        "new-level": (
            "levels.new_level:new_level",
            "Write a commented file with a small level to start your own from.",
        ),
        "generate": (
            "generate.generate:generate",
            "Generate maps to your specification: mazes, dungeons, Sokoban rooms, levels of Baba.",
        ),
    },
    "Agents and their results": {
        "evaluate": (
            "arena.evaluate:evaluate",
            "Run agents on levels, keep the results, and rank them.",
        ),
        "leaderboard": (
            "arena.leaderboard:leaderboard",
            "Rank the agents by stored results, as the competition does.",
        ),
        "compare": (
            "arena.compare:compare",
            "Show, level by level, who solved what, and whether the difference may be chance.",
        ),
        "report": (
            "arena.report:report",
            "Write a self-contained page: ranking, plots, pictures of the levels, solutions.",
        ),
        "export": (
            "arena.export:export",
            "Write results to a CSV, JSON or Parquet file, one row for each attempt.",
        ),
        "reproduce": (
            "reproduce.reproduce:reproduce_group",
            "Run what a published table or figure needs and print our figures beside the paper's.",
        ),
        "tune": (
            "tune.tune:tune",
            "Find good parameters of an agent: any agent, any parameter with a range.",
        ),
        "tunings": (
            "tune.tunings:tunings",
            "List the tuning runs in the store, with the best that each has found.",
        ),
        "plot": (
            "tune.plot:plot",
            "Plot tuning runs: the fitness, the weights, the Pareto front or the importance.",
        ),
        "new-agent": (
            "arena.new_agent:new_agent",
            "Write a small agent to start from: a function, or with --class a class.",
        ),
    },
    "Learning": {
        "train": (
            "train.group:train_group",
            "Train a policy to play, and export what it learned.",
        ),
        "env": (
            "train.env:env_group",
            "List the observations and rewards of environments, and measure their speed.",
        ),
        "reward": (
            "train.reward:reward",
            "Show every part of a reward for each step of a play.",
        ),
    },
    "The page": {
        "serve": (
            "web.serve:serve",
            "Serve the page on this machine: play, build and analyse levels in a browser; Ctrl-C "
            "ends it.",
        ),
        "site": (
            "web.site:write_page",
            "Write the page, where people play, build and analyse levels, as a folder to put on "
            "the web.",
        ),
    },
    "Other games": {
        "games": (
            "games.group:games_group",
            "Other games: list, show and play them, and let planners play.",
        ),
    },
    "babalab itself": {
        "demo": (
            "tools.demo:demo",
            "Solve a level before your eyes, tell how it is done, and leave you with a puzzle.",
        ),
        "bench": (
            "tools.bench:bench",
            "Measure the engine (steps, breadth-first children, the size of states), planners and "
            "maps.",
        ),
        "doctor": (
            "tools.doctor:doctor",
            "Check the installation: versions, core, engine against reference, levels, extras.",
        ),
    },
}
