// What can be drawn over a board: heat maps, ways, marked cells, a selection, pieces about to be placed.

/**
 * @typedef {{kind: "heat", counts: ArrayLike<number>}} HeatOverlay one number a cell, row after row
 * @typedef {{kind: "cells", cells: [number, number][], colour?: string, fill?: boolean}} CellsOverlay
 * @typedef {{kind: "path", cells: [number, number][], colour?: string}} PathOverlay
 * @typedef {{kind: "selection", top: number, left: number, bottom: number, right: number}} SelectionOverlay inclusive
 * @typedef {{kind: "ghost", pieces: import("./pieces.js").Piece[]}} GhostOverlay
 * @typedef {{kind: "cursor", row: number, column: number}} CursorOverlay
 * @typedef {HeatOverlay | CellsOverlay | PathOverlay | SelectionOverlay | GhostOverlay | CursorOverlay} Overlay
 *
 * @typedef {object} Canvas
 * @property {CanvasRenderingContext2D} context
 * @property {number} cell the side of a cell in pixels
 * @property {number} width in cells
 * @property {number} height in cells
 * @property {import("./sprites.js").Sprites} sprites
 */

/**
 * @param {Canvas} canvas
 * @param {Overlay} overlay
 */
export function drawOverlay(canvas, overlay) {
  switch (overlay.kind) {
    case "heat":
      return drawHeat(canvas, overlay);
    case "cells":
      return drawCells(canvas, overlay);
    case "path":
      return drawPath(canvas, overlay);
    case "selection":
      return drawSelection(canvas, overlay);
    case "ghost":
      return drawGhost(canvas, overlay);
    case "cursor":
      return drawCursor(canvas, overlay);
  }
}

/** @param {Canvas} canvas @param {HeatOverlay} overlay */
function drawHeat({ context, cell, width, height }, { counts }) {
  let most = 0;
  for (let i = 0; i < counts.length; i++) most = Math.max(most, counts[i]);
  if (!most) return;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const count = counts[row * width + column];
      if (!count) continue;
      // Searches visit some cells a thousand times as often as others: logarithms show both.
      const share = Math.log1p(count) / Math.log1p(most);
      context.fillStyle = `hsl(${55 - 50 * share} 95% 58% / ${0.12 + 0.55 * share})`;
      context.fillRect(column * cell, row * cell, cell, cell);
    }
  }
}

/** @param {Canvas} canvas @param {CellsOverlay} overlay */
function drawCells({ context, cell }, { cells, colour = "#8fe3cf", fill = false }) {
  const line = Math.max(2, Math.round(cell / 12));
  context.strokeStyle = colour;
  context.lineWidth = line;
  for (const [row, column] of cells) {
    if (fill) {
      context.globalAlpha = 0.3;
      context.fillStyle = colour;
      context.fillRect(column * cell, row * cell, cell, cell);
      context.globalAlpha = 1;
    }
    context.strokeRect(column * cell + line / 2, row * cell + line / 2, cell - line, cell - line);
  }
}

/** @param {Canvas} canvas @param {PathOverlay} overlay */
function drawPath({ context, cell }, { cells, colour = "#fbd65a" }) {
  if (cells.length < 2) return;
  context.strokeStyle = colour;
  context.lineWidth = Math.max(2, cell / 8);
  context.lineJoin = context.lineCap = "round";
  context.globalAlpha = 0.85;
  context.beginPath();
  for (const [index, [row, column]] of cells.entries()) {
    const x = (column + 0.5) * cell;
    const y = (row + 0.5) * cell;
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.stroke();
  const [row, column] = cells[cells.length - 1];
  const [rowBefore, columnBefore] = cells[cells.length - 2];
  const angle = Math.atan2(row - rowBefore, column - columnBefore);
  const [x, y] = [(column + 0.5) * cell, (row + 0.5) * cell];
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x + Math.cos(angle) * cell * 0.35, y + Math.sin(angle) * cell * 0.35);
  for (const turn of [2.4, -2.4]) {
    context.lineTo(x + Math.cos(angle + turn) * cell * 0.3, y + Math.sin(angle + turn) * cell * 0.3);
  }
  context.fill();
  context.globalAlpha = 1;
}

/** @param {Canvas} canvas @param {SelectionOverlay} overlay */
function drawSelection({ context, cell }, { top, left, bottom, right }) {
  const line = Math.max(2, Math.round(cell / 12));
  const x = left * cell + line / 2;
  const y = top * cell + line / 2;
  const width = (right - left + 1) * cell - line;
  const height = (bottom - top + 1) * cell - line;
  context.lineWidth = line;
  context.strokeStyle = "#12141f";
  context.strokeRect(x, y, width, height);
  context.setLineDash([cell / 3, cell / 4]);
  context.strokeStyle = "#f6f4ec";
  context.strokeRect(x, y, width, height);
  context.setLineDash([]);
}

/** @param {Canvas} canvas @param {GhostOverlay} overlay */
function drawGhost({ context, cell, sprites }, { pieces }) {
  context.globalAlpha = 0.6;
  for (const { row, column, character, facing, active } of pieces) {
    if (character === ".") {
      context.fillStyle = "#12141f";
      context.fillRect(column * cell, row * cell, cell, cell);
    } else {
      sprites.draw(context, character, facing, active, column * cell, row * cell, cell);
    }
  }
  context.globalAlpha = 1;
}

/** @param {Canvas} canvas @param {CursorOverlay} overlay */
function drawCursor({ context, cell }, { row, column }) {
  const line = Math.max(2, Math.round(cell / 10));
  context.lineWidth = line;
  context.strokeStyle = "#12141f";
  context.strokeRect(column * cell - line / 2, row * cell - line / 2, cell + line, cell + line);
  context.strokeStyle = "#fbd65a";
  context.strokeRect(column * cell + line / 2, row * cell + line / 2, cell - line, cell - line);
}
