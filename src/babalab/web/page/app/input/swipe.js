// A finger or a mouse on the board: swipes that go on as long as the finger moves, and taps.

/** @typedef {import("./commands.js").Move} Move */

/** The distance a finger moves for the first step and for each one after it, in CSS pixels. */
const FIRST = 22;
const NEXT = 36;
const TAP_MILLISECONDS = 500;

/**
 * @param {HTMLElement} element
 * @param {{onMove: (move: Move) => void, onTap: (clientX: number, clientY: number) => void}} on
 * @returns {() => void} ends it
 */
export function listenToSwipes(element, { onMove, onTap }) {
  /** @type {{id: number, x: number, y: number, began: number, swiped: boolean} | null} */
  let finger = null;

  const onDown = (/** @type {PointerEvent} */ event) => {
    if (!event.isPrimary || event.button !== 0) return;
    if (event.target instanceof Element && event.target.closest("button, a")) return;
    finger = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      began: event.timeStamp,
      swiped: false,
    };
    element.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (/** @type {PointerEvent} */ event) => {
    if (!finger || event.pointerId !== finger.id) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    const needed = finger.swiped ? NEXT : FIRST;
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    if (far < needed) return;
    const move = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "l" : "r") : dy < 0 ? "u" : "d";
    // A fast finger passes several steps between two events.
    const times = 1 + Math.floor((far - needed) / NEXT);
    finger.x = event.clientX;
    finger.y = event.clientY;
    finger.swiped = true;
    for (let i = 0; i < times; i++) onMove(move);
  };
  const onUp = (/** @type {PointerEvent} */ event) => {
    if (!finger || event.pointerId !== finger.id) return;
    const { swiped, began } = finger;
    finger = null;
    if (!swiped && event.timeStamp - began < TAP_MILLISECONDS) onTap(event.clientX, event.clientY);
  };
  const onCancel = () => {
    finger = null;
  };
  element.addEventListener("pointerdown", onDown);
  element.addEventListener("pointermove", onPointerMove);
  element.addEventListener("pointerup", onUp);
  element.addEventListener("pointercancel", onCancel);
  return () => {
    element.removeEventListener("pointerdown", onDown);
    element.removeEventListener("pointermove", onPointerMove);
    element.removeEventListener("pointerup", onUp);
    element.removeEventListener("pointercancel", onCancel);
  };
}
