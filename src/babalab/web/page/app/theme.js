// Runs before anything is painted, so that a chosen theme does not flash the other one.
"use strict";

(() => {
  try {
    const settings = JSON.parse(localStorage.getItem("babalab.settings") ?? "{}");
    const { theme, motion } = settings;
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
    if (motion === "reduced") document.documentElement.dataset.motion = motion;
  } catch {
    // No storage, or nothing sensible in it: the system's theme holds.
  }
  const query = new URLSearchParams(location.search);
  if (query.has("embed")) document.documentElement.dataset.embed = "";
})();
