// Our sprites: one sheet, which `babalab site` draws with the drawing code of the package.

/**
 * @typedef {{side: number, sheet: string, columns: number, places: Record<string, number>}} Sheet
 * @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Context
 */

export class Sprites {
  /**
   * @param {Sheet} sheet
   * @param {ImageBitmap} image
   */
  constructor(sheet, image) {
    this.sheet = sheet;
    this.image = image;
    /** The side of a sprite in pixels. */
    this.side = sheet.side;
  }

  /** @param {string} [folder] */
  static async load(folder = "") {
    const response = await fetch(`${folder}sprites.json`);
    /** @type {Sheet} */
    const sheet = await response.json();
    const image = await fetch(folder + sheet.sheet);
    return new Sprites(sheet, await createImageBitmap(await image.blob()));
  }

  /**
   * The number of the picture of a piece; undefined for what has none, such as an empty cell.
   * @param {string} character
   * @param {string} facing "", "u", "d", "l" or "r"
   * @param {boolean} active of a word: whether it is part of a rule
   */
  placeOf(character, facing, active) {
    const { places } = this.sheet;
    return (active ? places[`${character}*`] : places[`${character}.${facing}`]) ?? places[character];
  }

  /**
   * Draw a piece; the context's own smoothing should be off.
   * @param {Context} context
   * @param {string} character
   * @param {string} facing
   * @param {boolean} active
   * @param {number} x
   * @param {number} y
   * @param {number} size
   */
  draw(context, character, facing, active, x, y, size) {
    const place = this.placeOf(character, facing, active);
    if (place === undefined) return;
    const { side } = this;
    const column = place % this.sheet.columns;
    const row = Math.floor(place / this.sheet.columns);
    context.drawImage(this.image, column * side, row * side, side, side, x, y, size, size);
  }

  /**
   * Make a small picture of one piece, for palettes and lists of rules.
   * @param {string} character
   * @param {{active?: boolean, facing?: string, scale?: number}} [look]
   * @returns {HTMLCanvasElement}
   */
  tile(character, { active = false, facing = "", scale = 2 } = {}) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = this.side * scale;
    canvas.setAttribute("aria-hidden", "true");
    const context = canvas.getContext("2d");
    if (context) {
      context.imageSmoothingEnabled = false;
      this.draw(context, character, facing, active, 0, 0, canvas.width);
    }
    return canvas;
  }
}
