// Copying to the clipboard, where the browser lets a page do so.

/**
 * Copy a text. Return whether the clipboard has it now.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no clipboard here (not a secure page), or the user has refused it
  }
}

/** Whether this browser can put pictures into the clipboard. */
export function canCopyPictures() {
  return typeof ClipboardItem !== "undefined" && Boolean(navigator.clipboard?.write);
}

/**
 * Copy a picture. Return whether the clipboard has it now.
 * @param {Promise<Blob>} picture a PNG; a promise, since some browsers take it only within the click
 * @returns {Promise<boolean>}
 */
export async function copyPicture(picture) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Have the browser save a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads it after the click; how long after, nothing tells.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
