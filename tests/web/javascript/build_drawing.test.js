/** Drawing, areas and transforms of the editor against what they mean, on random maps. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as drawing from "../../../src/babalab/web/page/views/build/drawing.js";
import * as selection from "../../../src/babalab/web/page/views/build/selection.js";
import * as transforms from "../../../src/babalab/web/page/views/build/transforms.js";
import { Chance } from "./build_random.js";

/** @typedef {readonly [number, number]} Cell */

const key = (/** @type {Cell} */ [row, column]) => `${row},${column}`;
const ringed = (/** @type {readonly string[]} */ inside) => {
  const edge = "_".repeat(inside[0].length + 2);
  return [edge, ...inside.map((row) => `_${row}_`), edge];
};

/** @param {number} seeds @param {(chance: Chance, seed: number) => void} check */
function forSeeds(seeds, check) {
  for (let seed = 1; seed <= seeds; seed++) check(new Chance(seed), seed);
}

test("setting cells changes these and no others, and shares the rest", () => {
  forSeeds(300, (chance) => {
    const rows = Object.freeze(chance.map());
    const cells = Array.from(
      { length: chance.number(0, 8) },
      () => /** @type {Cell} */ ([chance.number(-2, 13), chance.number(-2, 13)]),
    );
    const character = chance.choice("._bB");
    const after = drawing.setCells(rows, cells, character);
    const set = new Set(cells.map(key));
    let changed = false;
    rows.forEach((row, y) => {
      [...row].forEach((before, x) => {
        const wanted = set.has(key([y, x])) ? character : before;
        assert.equal(after[y][x], wanted);
        changed ||= wanted !== before;
      });
      if (after[y] === row) assert.ok(Object.is(after[y], row));
    });
    assert.equal(after === rows, !changed);
  });
});

test("a line joins its ends without gaps, near the true line, the same seen in a mirror", () => {
  forSeeds(400, (chance) => {
    const [from, to] = [0, 0].map(() => /** @type {Cell} */ ([chance.number(0, 63), chance.number(0, 63)]));
    const line = drawing.lineCells(from, to);
    assert.deepEqual(line[0], from);
    assert.deepEqual(line.at(-1), to);
    assert.equal(line.length, 1 + Math.max(Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1])));
    line.slice(1).forEach(([row, column], index) => {
      const [rowBefore, columnBefore] = line[index];
      assert.equal(Math.max(Math.abs(row - rowBefore), Math.abs(column - columnBefore)), 1);
    });
    const [dy, dx] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dy, dx) || 1;
    for (const [row, column] of line) {
      const distance = Math.abs((row - from[0]) * dx - (column - from[1]) * dy) / length;
      assert.ok(distance <= 0.5 + 1e-9, `${distance} away`);
    }
    const mirrored = drawing.lineCells([from[0], 63 - from[1]], [to[0], 63 - to[1]]);
    assert.deepEqual(
      mirrored.map(([row, column]) => [row, 63 - column]),
      line,
    );
  });
});

test("a rectangle is what lies between its corners, or the edge of it", () => {
  forSeeds(200, (chance) => {
    const [a, b] = [0, 0].map(() => /** @type {Cell} */ ([chance.number(0, 9), chance.number(0, 9)]));
    const within = (/** @type {Cell} */ [y, x], margin = 0) =>
      y >= Math.min(a[0], b[0]) + margin &&
      y <= Math.max(a[0], b[0]) - margin &&
      x >= Math.min(a[1], b[1]) + margin &&
      x <= Math.max(a[1], b[1]) - margin;
    for (const filled of [true, false]) {
      const cells = drawing.rectangleCells(a, b, filled);
      const found = new Set(cells.map(key));
      assert.equal(found.size, cells.length);
      for (let y = 0; y < 10; y++) {
        for (let x = 0; x < 10; x++) {
          assert.equal(found.has(key([y, x])), within([y, x]) && (filled || !within([y, x], 1)));
        }
      }
    }
  });
});

test("filling is brute force: what is joined to the start by sides through the same character", () => {
  forSeeds(300, (chance) => {
    const rows = chance.map(10, "..b");
    const start = chance.cell(rows);
    const inside = new Set([key(start)]);
    for (let grown = true; grown;) {
      grown = false;
      rows.forEach((row, y) => {
        [...row].forEach((character, x) => {
          const near = [
            [y - 1, x],
            [y + 1, x],
            [y, x - 1],
            [y, x + 1],
          ].some(([v, u]) => inside.has(key([v, u])));
          if (!near || inside.has(key([y, x])) || character !== rows[start[0]][start[1]]) return;
          inside.add(key([y, x]));
          grown = true;
        });
      });
    }
    const cells = drawing.floodCells(rows, start);
    assert.deepEqual(new Set(cells.map(key)), inside);
    assert.equal(cells.length, inside.size);
  });
  assert.deepEqual(drawing.floodCells(["..", ".."], [2, 0]), []);
});

test("mirrored or flipped twice, or turned four times, a map is itself", () => {
  forSeeds(200, (chance) => {
    const rows = chance.map();
    assert.deepEqual(transforms.mirror(transforms.mirror(rows)), rows);
    assert.deepEqual(transforms.flip(transforms.flip(rows)), rows);
    assert.deepEqual(transforms.turnLeft(transforms.turnRight(rows)), rows);
    const { turnRight } = transforms;
    assert.deepEqual(turnRight(turnRight(rows)), transforms.mirror(transforms.flip(rows)));
    const [row, column] = chance.cell(rows);
    const turned = turnRight(rows);
    assert.equal(turned.length, rows[0].length);
    assert.equal(turned[column][rows.length - 1 - row], rows[row][column]);
    assert.equal(transforms.mirror(rows)[row][rows[0].length - 1 - column], rows[row][column]);
    assert.equal(transforms.flip(rows)[rows.length - 1 - row][column], rows[row][column]);
  });
});

test("a new size keeps what still has room where it is, and a ring of border", () => {
  forSeeds(400, (chance) => {
    const isRinged = chance.random() < 0.5;
    const rows = isRinged ? ringed(chance.map(8, "..bB1")) : [...chance.map(8, ".bB1")];
    if (!isRinged) rows[0] = `b${rows[0].slice(1)}`; // so that it has none by chance
    const edge = () => chance.number(-3, 4);
    const edges = { top: edge(), left: edge(), bottom: edge(), right: edge() };
    const limited = transforms.limitEdges(rows, edges);
    const after = transforms.resize(rows, edges);
    assert.equal(after.length, rows.length + limited.top + limited.bottom);
    assert.ok(after.every((row) => row.length === rows[0].length + limited.left + limited.right));
    assert.ok(after.length >= 1 && after[0].length >= 1);
    const margin = isRinged ? 1 : 0;
    if (isRinged) assert.ok(selection.hasRing(after));
    for (let y = margin; y < after.length - margin; y++) {
      for (let x = margin; x < after[0].length - margin; x++) {
        const [row, column] = [y - limited.top, x - limited.left];
        const wasInside =
          row >= margin && row < rows.length - margin && column >= margin && column < rows[0].length - margin;
        assert.equal(after[y][x], wasInside ? rows[row][column] : ".");
      }
    }
    const grown = { top: 2, left: 1, bottom: 0, right: 3 };
    const back = { top: -2, left: -1, bottom: 0, right: -3 };
    if (rows.length > 1 && rows[0].length > 1) {
      assert.deepEqual(transforms.resize(transforms.resize(rows, grown), back), rows);
    }
  });
});

test("sides stay between 1 and 64", () => {
  const rows = transforms.emptyMap(60, 3);
  assert.equal(transforms.resize(rows, { top: 0, left: 9, bottom: 0, right: 9 })[0].length, 64);
  assert.equal(transforms.resize(rows, { top: -9, left: 0, bottom: -9, right: 0 }).length, 1);
  const edges = transforms.edgesFor(rows, 64, 64, 0, 1);
  assert.deepEqual(edges, { left: 2, right: 2, top: 61, bottom: 0 });
});

test("cropping leaves the least map with everything on it", () => {
  forSeeds(300, (chance) => {
    const isRinged = chance.random() < 0.5;
    const inside = chance.map(9, ".......b");
    const rows = isRinged ? ringed(inside) : inside;
    const edges = transforms.edgesToCrop(rows);
    const content = (/** @type {readonly string[]} */ map) => map.join("").replaceAll(/[._]/g, "").length;
    if (!edges) return;
    const after = transforms.resize(rows, edges);
    assert.equal(content(after), content(rows));
    const core = isRinged ? after.slice(1, -1).map((row) => row.slice(1, -1)) : after;
    for (const part of [
      core[0],
      core.at(-1),
      core.map((row) => row[0]).join(""),
      core.map((row) => row.at(-1)).join(""),
    ]) {
      assert.match(part ?? "", /[^._]/, after.join("/"));
    }
    assert.equal(transforms.edgesToCrop(after), null);
  });
  assert.equal(transforms.edgesToCrop(transforms.emptyMap(5, 5)), null);
});

test("a block put down where it was lifted leaves the map as it was; elsewhere its gaps cover nothing", () => {
  forSeeds(300, (chance) => {
    const rows = chance.map();
    const area = selection.areaBetween(rows, chance.cell(rows), chance.cell(rows));
    assert.ok(area);
    const lifted = selection.lift(rows, area);
    assert.deepEqual(selection.putDown(lifted), rows);
    assert.deepEqual(selection.areaOfLifted(lifted), area);
    const moved = {
      ...lifted,
      top: lifted.top + chance.number(-4, 4),
      left: lifted.left + chance.number(-4, 4),
    };
    const after = selection.putDown(moved);
    rows.forEach((row, y) => {
      [...row].forEach((_, x) => {
        const above = lifted.block[y - moved.top]?.[x - moved.left] ?? ".";
        const ground = selection.isInside(area, [y, x]) ? "." : rows[y][x];
        assert.equal(after[y][x], above === "." ? ground : above);
      });
    });
    assert.deepEqual(selection.putDown({ ...moved, top: lifted.top, left: lifted.left }), rows);
  });
});

test("a block is read from lines or from one line, and from nothing else", () => {
  const isKnown = (/** @type {string} */ character) => "._bB12".includes(character);
  assert.deepEqual(selection.parseBlock("bB\r\n12\r\n", isKnown), ["bB", "12"]);
  assert.deepEqual(selection.parseBlock("bB/ 2", isKnown), ["bB", ".2"]);
  assert.equal(selection.parseBlock("bB/1", isKnown), null);
  assert.equal(selection.parseBlock("bX", isKnown), null);
  assert.equal(selection.parseBlock("", isKnown), null);
});
