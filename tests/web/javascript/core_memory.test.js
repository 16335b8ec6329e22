/** The core's allocator: no two blocks share a byte, and what was freed is used again. */
import assert from "node:assert/strict";
import test from "node:test";
import { core, restart } from "../../../src/babalab/web/page/babalab/core.js";
import { load } from "../../../src/babalab/web/page/babalab/index.js";

await load();

/** Numbers without end, the same every time. */
let chance = 22;
const draw = (/** @type {number} */ below) => {
  chance = (Math.imul(chance, 1103515245) + 12345) >>> 0;
  return (chance >>> 8) % below;
};

test("blocks of all sizes, taken and given back in any order", () => {
  const its = core();
  /** @type {{at: number, size: number, mark: number}[]} */
  const held = [];
  let most = 0;
  for (let turn = 0; turn < 4000; turn++) {
    if (held.length && draw(100) < 49) {
      const [{ at, size, mark }] = held.splice(draw(held.length), 1);
      const bytes = its.bytes.subarray(at, at + size);
      assert.ok(bytes.every((byte) => byte === mark), `turn ${turn}`);
      its.exports.release(at);
    } else {
      const size = 1 + Math.floor(2 ** (draw(1900) / 100));
      const at = its.exports.allocate(size);
      const mark = turn % 251;
      assert.ok(at !== 0 && at % 8 === 0);
      its.bytes.fill(mark, at, at + size);
      held.push({ at, size, mark });
      most = Math.max(most, held.reduce((sum, each) => sum + each.size, 0));
    }
  }
  for (const { at } of held) its.exports.release(at);
  const all = its.exports.memory.buffer.byteLength;
  assert.ok(all < 1.6 * most + 2 ** 23, `${all} bytes for ${most}`);
});

test("free neighbours are one block", () => {
  restart(); // so that the blocks are neighbours
  const its = core();
  const page = 2 ** 16;
  const blocks = Array.from({ length: 64 }, () => its.exports.allocate(4 * page));
  for (const i of [...blocks.keys()].sort((a, b) => (a % 7) - (b % 7))) its.exports.release(blocks[i]);
  const before = its.exports.memory.buffer.byteLength;
  const at = its.exports.allocate(256 * page);
  assert.equal(its.exports.memory.buffer.byteLength, before);
  its.exports.release(at);
});

test("what there is not can't be had", () => {
  const its = core();
  assert.equal(its.exports.allocate(2 ** 32 - 1), 0);
  assert.equal(its.exports.allocate(2 ** 32 - 2 ** 16), 0);
  its.exports.release(0);
  assert.ok(its.exports.allocate(0) !== 0);
});
