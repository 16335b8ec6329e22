"""Use levels, states and a search, on which everything else is built.

Run it with ``python examples/first_steps.py``.
"""

from babalab import State, load_level, solve

level = load_level("metamorphosis/dry-land")

# A state never changes; a step returns a new one.
state: State = level.start()
print(state)
print("rules:", ", ".join(state.rules))

# A search says how it ended and what it cost. Any agent can be named.
result = solve(level, "exhaustive", seconds=10)
print(result.verdict.value, result.solution, f"after {result.iterations:,} expansions")

# Follow the solution and report every change of the rules.
for letter in result.solution or "":
    following = state.step(letter)
    if following.rules != state.rules:
        made = set(following.rules) - set(state.rules)
        broken = set(state.rules) - set(following.rules)
        print(f"move {len(following.moves or '')}: made {sorted(made)}, broke {sorted(broken)}")
    state = following
print(state.outcome)
