/**
 * Links: a level and moves as a text that may stand in an address, behind the #.
 *
 * It is "level-line@moves" as it is, or, where that is shorter, "z" and the same deflated, in the characters
 * of base64url. No map begins with a z, so the two can't be confused.
 */

/** No level and play that a link was made for is longer; a link that claims to be is a trick. */
const MOST_CHARACTERS = 1_000_000;
const MARK = "z";

/** A link that says nothing. */
export class LinkError extends Error {}

/**
 * @param {{line: string, moves?: string}} play
 * @returns {Promise<string>}
 */
export async function encodeLink({ line, moves = "" }) {
  const plain = moves ? `${line}@${moves}` : line;
  const packed = await pass(new TextEncoder().encode(plain), new CompressionStream("deflate-raw"), Infinity);
  const link = MARK + toBase64(packed);
  return link.length < plain.length ? link : plain;
}

/**
 * @param {string} link
 * @returns {Promise<{line: string, moves: string}>}
 * @throws {LinkError} if it is damaged; whether the line is a level is for others to say
 */
export async function decodeLink(link) {
  let plain = link;
  if (link.startsWith(MARK)) {
    try {
      const packed = fromBase64(link.slice(MARK.length));
      const bytes = await pass(packed, new DecompressionStream("deflate-raw"), MOST_CHARACTERS);
      plain = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch (error) {
      throw error instanceof LinkError ? error : new LinkError("the link is damaged", { cause: error });
    }
  }
  const at = plain.indexOf("@");
  return at < 0 ? { line: plain, moves: "" } : { line: plain.slice(0, at), moves: plain.slice(at + 1) };
}

/**
 * Send bytes through a stream and return what comes out.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @param {number} most bytes that may come out
 * @returns {Promise<Uint8Array>}
 */
async function pass(bytes, stream, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  /** @type {Uint8Array[]} */
  const chunks = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    size += next.value.length;
    if (size > most) {
      await reader.cancel();
      throw new LinkError("the link is longer than any level");
    }
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
function toBase64(bytes) {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/u, "");
}

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
function fromBase64(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
