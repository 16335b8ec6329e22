// Telling screen readers what happened.

/** @type {ReturnType<typeof setTimeout> | undefined} */
let clearing;

/**
 * Say something when there is a pause. The same text twice is said twice.
 * @param {string} text
 */
export function announce(text) {
  const region = document.getElementById("announcements");
  if (!region || !text) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  clearTimeout(clearing);
  clearing = setTimeout(() => {
    region.textContent = "";
  }, 10_000);
}
