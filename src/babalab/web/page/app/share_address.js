// What leads others to a position: an address of this page, and the code of a frame.

import { encodeLink } from "../knowledge/links.js";

/** @typedef {{line: string, moves: string}} Position */

/** The height of the bar below the board in a frame, in pixels. */
const BAR = 64;
const [NARROWEST, WIDEST, HIGHEST] = [320, 720, 640];
/** The side of a cell in a frame that has room enough. */
const CELL = 40;

/**
 * The address of a position on this page.
 * @param {Position} position
 * @param {string} [base] the address of the page that is open
 */
export async function addressOf(position, base = location.href) {
  const page = new URL(base);
  page.search = "";
  page.hash = `#/play/~${await encodeLink(position)}`;
  return page.href;
}

/**
 * The address of a position for a frame: without navigation.
 * @param {Position} position
 * @param {string} [base]
 */
export async function embeddedAddressOf(position, base = location.href) {
  const page = new URL("index.html", base);
  page.search = "?embed";
  page.hash = `#/play/~${await encodeLink(position)}`;
  return page.href;
}

/**
 * The size of a frame that shows a map well.
 * @param {{width: number, height: number}} map in cells
 */
export function frameSize({ width, height }) {
  const cell = Math.min(CELL, WIDEST / width, (HIGHEST - BAR) / height);
  return {
    width: Math.round(Math.max(NARROWEST, cell * width)),
    height: Math.round(Math.max(NARROWEST, cell * height + BAR)),
  };
}

/**
 * The code that shows a position in anybody's page.
 * @param {string} address
 * @param {{width: number, height: number}} size
 * @param {string} title what screen readers call the frame
 */
export function frameCode(address, { width, height }, title) {
  const attributes = {
    src: address,
    title,
    width,
    height,
    style: "border: 0; border-radius: 12px; max-width: 100%",
    loading: "lazy",
    allow: "clipboard-write; fullscreen; gamepad",
  };
  const written = Object.entries(attributes).map(
    ([attribute, value]) => `${attribute}="${escapeAttribute(String(value))}"`,
  );
  return `<iframe ${written.join(" ")}></iframe>`;
}

/** @param {string} text */
function escapeAttribute(text) {
  const escaped = text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return escaped.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
