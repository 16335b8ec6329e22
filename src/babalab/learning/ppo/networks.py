"""The network of the preset `strong`: a residual network over the observation `full`.

Three ideas make it learn from few levels what holds in all of them:

* What a noun *is* (its row and column of the rule table, how often it occurs) is looked up for
  every cell that has it as a thing or as a word: a flag that wins looks like a rock that wins.
* A border counts as nothing at all: activations there are 0, as beyond the edge of the map. So a
  level gives the same answer in a frame of any size, and can be cut down to its inside.
* The answer is read off where YOU are: features there, and those of the whole map, decide.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from babalab.game.action import Action
from babalab.game.vocabulary import NOUNS, PROPERTIES, WORDS

FIRST_THING = 2
"""The code of the first noun as a thing; 0 is border, 1 empty."""
FIRST_WORD = FIRST_THING + len(NOUNS)
CODES = FIRST_WORD + len(WORDS)
PREDICATES = len(PROPERTIES) + len(NOUNS)
FACINGS = len(Action)
NOUN_FACTS = PREDICATES + len(NOUNS) + 4
"""The numbers about a noun: what it is, what becomes it, the counts of its things and words."""


class PlanesNet(nn.Module):
    """Logits of the five actions and a value, from cells (N, 5, H, W) and rules (N, 11, 20)."""

    def __init__(self, channels: int = 48, blocks: int = 6, hidden: int = 128) -> None:
        super().__init__()
        self.front = nn.Embedding(CODES, channels)
        self.back = nn.Embedding(CODES, channels)
        self.facing = nn.Embedding(FACINGS, channels)
        self.properties = nn.Linear(len(PROPERTIES), channels)
        self.nouns = nn.Linear(NOUN_FACTS, 2 * channels)
        self.trunk = nn.ModuleList(ResidualBlock(channels) for _ in range(blocks))
        self.policy = _make_head(4 * channels, hidden, len(Action))
        self.value = _make_head(4 * channels, hidden, 1)
        for embedding in (self.front, self.back, self.facing):
            nn.init.normal_(embedding.weight, std=0.5)
        nn.init.normal_(self.policy[-1].weight, std=0.01)

    def forward(self, cells: Tensor, rules: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (N, 5) and values (N,)."""
        pooled = self.extract_features(cells, rules)
        return self.policy(pooled), self.value(pooled).squeeze(-1)

    def logits(self, cells: Tensor, rules: Tensor) -> Tensor:
        """Return logits (N, 5)."""
        logits: Tensor = self.policy(self.extract_features(cells, rules))
        return logits

    def extract_features(self, cells: Tensor, rules: Tensor) -> Tensor:
        """Return features of where YOU are and of the whole map: (N, 4 channels)."""
        front, back, facing = (cells[:, plane].long() for plane in range(3))
        properties = _unpack_bits(cells[:, 3:5])
        inside = (front != 0).unsqueeze(1)
        x = (
            self.front(front)
            + self.back(back)
            + self.facing(facing)
            + self.properties(properties.to(self.properties.weight.dtype))
            + self._look_up_nouns(front, back, rules)
        )
        # Channels last in memory: what convolutions are quickest with.
        x = x.permute(0, 3, 1, 2) * inside
        for block in self.trunk:
            x = block(x, inside)
        you = (properties[..., PROPERTIES.index("you")] > 0).unsqueeze(1) & inside
        return torch.cat([*_pool(x, you), *_pool(x, inside)], dim=1)

    def _look_up_nouns(self, front: Tensor, back: Tensor, rules: Tensor) -> Tensor:
        count, channels = len(front), self.front.embedding_dim
        things = torch.stack(
            [_count_nouns(front, FIRST_THING) + _count_nouns(back, FIRST_THING)], dim=-1
        )
        words = _count_nouns(front, FIRST_WORD).unsqueeze(-1)
        becomes = rules[:, :, len(PROPERTIES) :]
        facts = torch.cat(
            [
                rules,
                becomes.transpose(1, 2),
                (things > 0),
                torch.log1p(things.float()),
                (words > 0),
                torch.log1p(words.float()),
            ],
            dim=-1,
        )
        by_noun = self.nouns(facts.to(self.nouns.weight.dtype))
        # A table by code: nothing for border, empty, IS and properties.
        table = by_noun.new_zeros(count, CODES, channels)
        table[:, FIRST_THING:FIRST_WORD] = by_noun[..., :channels]
        table[:, FIRST_WORD : FIRST_WORD + len(NOUNS)] = by_noun[..., channels:]
        where = front.flatten(1).unsqueeze(-1).expand(-1, -1, channels)
        return table.gather(1, where).unflatten(1, front.shape[1:])


class ResidualBlock(nn.Module):
    """Two convolutions; between them, features of the whole map are added to every cell."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.everywhere = nn.Linear(2 * channels, channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        # Each block begins as the identity: deep networks train without normalisation that way.
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: Tensor, inside: Tensor) -> Tensor:
        """Return features of the same shape, 0 where not `inside`."""
        y = self.first(functional.relu(x))
        whole = self.everywhere(torch.cat(_pool(y, inside), dim=1))
        y = functional.relu(y + whole[:, :, None, None]) * inside
        return x + self.second(y) * inside


def _make_head(width: int, hidden: int, out: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, out))


def _pool(x: Tensor, where: Tensor) -> tuple[Tensor, Tensor]:
    """Return mean and maximum over the cells marked, (N, channels) each; 0 if none is."""
    count = where.sum(dim=(2, 3))
    mean = (x * where).sum(dim=(2, 3)) / count.clamp(min=1)
    greatest = x.masked_fill(~where, float("-inf")).amax(dim=(2, 3))
    return mean, torch.where(count > 0, greatest, torch.zeros_like(greatest))


def _unpack_bits(properties: Tensor) -> Tensor:
    """Unpack two planes of bits (N, 2, H, W) as (N, H, W, 9)."""
    shifts = torch.arange(8, device=properties.device, dtype=torch.uint8)
    low = (properties[:, 0].unsqueeze(-1) >> shifts) & 1
    return torch.cat([low, properties[:, 1].unsqueeze(-1) & 1], dim=-1)


def _count_nouns(codes: Tensor, first: int) -> Tensor:
    """Count how often each noun occurs among codes that begin with `first`: (N, 11)."""
    flat = codes.flatten(1)
    counts = flat.new_zeros(len(flat), CODES)
    counts.scatter_add_(1, flat, torch.ones_like(flat))
    return counts[:, first : first + len(NOUNS)]
