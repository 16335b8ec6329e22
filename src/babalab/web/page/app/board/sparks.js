// Sparks: what flies off when something vanishes or changes, and the joy of a win.

/** @typedef {import("./motions.js").Spark} Spark */
/** @typedef {{began: number, lasts: number, x: number, y: number, dx: number, dy: number, fall: number, size: number, colour: string}} Particle */

/** @type {Record<string, {count: number, lasts: number, speed: number, fall: number, size: number, colours: string[]}>} */
const KINDS = {
  gone: { count: 10, lasts: 420, speed: 1.6, fall: 0.4, size: 0.16, colours: ["#c3c5d6", "#7f86a3", "#3d4259"] },
  changed: { count: 10, lasts: 480, speed: 1.3, fall: -0.6, size: 0.13, colours: ["#fff3b0", "#8fe3cf", "#f6f4ec"] },
  won: {
    count: 70, lasts: 1500, speed: 5.5, fall: 5, size: 0.2,
    colours: ["#fbd65a", "#f0679f", "#8fe3cf", "#a5dc6b", "#c2aef0", "#f6f4ec"],
  },
};

export class Sparks {
  constructor() {
    /** @type {Particle[]} */
    this.particles = [];
  }

  /**
   * @param {Spark[]} sparks
   * @param {number} now
   */
  add(sparks, now) {
    for (const { kind, row, column } of sparks.slice(0, 40)) {
      const { count, lasts, speed, fall, size, colours } = KINDS[kind] ?? KINDS.gone;
      for (let i = 0; i < count; i++) {
        const angle = (2 * Math.PI * (i + Math.random())) / count;
        const away = speed * (0.3 + 0.7 * Math.random());
        this.particles.push({
          began: now,
          lasts: lasts * (0.6 + 0.4 * Math.random()),
          x: column + 0.5,
          y: row + 0.5,
          dx: Math.cos(angle) * away,
          dy: Math.sin(angle) * away - (kind === "won" ? 2 : 0),
          fall,
          size: size * (0.5 + 0.5 * Math.random()),
          colour: colours[i % colours.length],
        });
      }
    }
  }

  /**
   * Draw those that still fly, and return whether there are any.
   * @param {CanvasRenderingContext2D} context
   * @param {number} cell
   * @param {number} now
   */
  draw(context, cell, now) {
    this.particles = this.particles.filter((each) => now - each.began < each.lasts);
    for (const { began, lasts, x, y, dx, dy, fall, size, colour } of this.particles) {
      const seconds = Math.max(0, now - began) / 1000;
      const side = Math.max(1, Math.round(size * cell * (1 - (now - began) / lasts)));
      context.fillStyle = colour;
      context.fillRect(
        Math.round((x + dx * seconds) * cell - side / 2),
        Math.round((y + dy * seconds + fall * seconds * seconds) * cell - side / 2),
        side,
        side,
      );
    }
    return this.particles.length > 0;
  }
}
