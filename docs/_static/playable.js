// Opens the level of a picture in a frame in place of the picture. Without this, its link leads to the page.

const CLOSE = "Close the level";

/**
 * @param {HTMLAnchorElement} link
 */
function play(link) {
  const paragraph = /** @type {HTMLElement} */ (link.parentElement);
  const picture = paragraph.previousElementSibling;
  const frame = document.createElement("iframe");
  frame.className = "playing";
  frame.title = link.dataset.title ?? "";
  const address = new URL(link.href);
  address.search = "?embed";
  frame.src = address.href;
  frame.addEventListener("load", () => frame.focus(), { once: true });
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = CLOSE;
  close.addEventListener("click", () => {
    frame.remove();
    close.replaceWith(link);
    if (picture instanceof HTMLElement) picture.hidden = false;
    link.focus();
  });
  if (picture instanceof HTMLElement) picture.hidden = true;
  paragraph.before(frame);
  link.replaceWith(close);
}

for (const link of document.querySelectorAll("p.play > a")) {
  if (!(link instanceof HTMLAnchorElement)) continue;
  if (location.protocol === "file:") {
    link.parentElement?.remove(); // browsers load no modules from files
    continue;
  }
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // in a tab of its own
    event.preventDefault();
    play(link);
  });
}
