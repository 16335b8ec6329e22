// Icons, drawn by us on a grid of 24: strokes as SVG paths.

const PATHS = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8 5v14M16 5v14",
  build: "M4 20l1-4L15.5 5.500l3 3L8 19zM13 8l3 3",
  analyse: "M12 4v4M12 8L6 12v3M12 8l6 4v3M6 15v0M6 15L4 19M6 15l2 4M18 15l-2 4M18 15l2 4",
  gallery: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  home: "M4 11l8-7 8 7M6 9.500V20h12V9.500M10 20v-6h4v6",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10h2",
  restart: "M5 5v5h5M5.500 10A7.500 7.500 0 1 1 4.500 14",
  hint: "M9 18h6M10 21h4M8.500 15a6 6 0 1 1 7 0c-.6.6-.9 1.300-1 2h-5c-.1-.7-.4-1.400-1-2z",
  solve: "M12 3l2 6 6 2-6 2-2 6-2-6-6-2 6-2zM19 16v4M17 18h4",
  share: "M12 15V4M8 7.500L12 3.500l4 4M6 12v8h12v-8",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  settings: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h2M10 12h10M8 10v4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.500M12 19.500V22M2 12h2.500M19.500 12H22M5 5l1.500 1.500M17.500 17.500L19 19M19 5l-1.500 1.500M6.500 17.500L5 19",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z",
  help: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18v.1M12 2.500a9.500 9.500 0 1 0 0 19 9.500 9.500 0 0 0 0-19z",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.500l4.500 4.500L19 7",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  arrowUp: "M12 19.500V5M6 11l6-6 6 6",
  arrowDown: "M12 4.500V19M6 13l6 6 6-6",
  arrowLeft: "M19.500 12H5M11 6l-6 6 6 6",
  arrowRight: "M4.500 12H19M13 6l6 6-6 6",
  wait: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  first: "M6 5v14M18 5l-8 7 8 7z",
  last: "M18 5v14M6 5l8 7-8 7z",
  pencil: "M4 20l1-4L16 5l3 3L8 19z",
  line: "M5 19L19 5",
  rectangle: "M4 6h16v12H4z",
  bucket: "M11 3L4 11l7 7 8-8zM20 14c1.500 2 2 3 2 4a2 2 0 0 1-4 0c0-1 .5-2 2-4z",
  select: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M11 4h2M11 20h2M4 11v2M20 11v2",
  eraser: "M8 20h12M5 14l8-9 6 5-8 9H8z",
  picker: "M14 6l4 4M16 4a2.800 2.800 0 0 1 4 4l-3 3-4-4zM13 8l-8 8v3h3l8-8",
  mirror: "M12 3v18M9 7L4 17h5zM15 7l5 10h-5z",
  flip: "M3 12h18M7 9L17 4v5zM7 15l10 5v-5z",
  rotate: "M19 5v5h-5M18.500 10A7.500 7.500 0 1 0 19.500 14",
  resize: "M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  import: "M12 4v11M8 11l4 4 4-4M5 20h14",
  export: "M12 15V4M8 8l4-4 4 4M5 20h14",
  search: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500L20 20",
  star: "M12 3l2.700 5.800 6.300.8-4.600 4.300 1.200 6.300L12 17.100 6.400 20.200l1.200-6.300L3 9.600l6.300-.8z",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  warn: "M12 4L2.500 20h19zM12 10v4M12 17v.1",
  menu: "M4 7h16M4 12h16M4 17h16",
  gamepad: "M7 8h10a5 5 0 0 1 5 5c0 2.500-1 4-2.500 4S17 15 15.500 15h-7C7 15 6 17 4.500 17S2 15.500 2 13a5 5 0 0 1 5-5zM7 10.500v3M5.500 12h3M16 11v.1M18 13v.1",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15l2 2 4-4",
  eye: "M2 12c2.500-4.500 6-6.500 10-6.500s7.500 2 10 6.500c-2.500 4.500-6 6.500-10 6.500S4.500 16.500 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  keyboard: "M3 6h18v12H3zM7 10v.1M11 10v.1M15 10v.1M7 14h10",
  flame: "M12 3c1 4 5 5.500 5 10.500A5 5 0 0 1 7 14c0-2.500 1.500-3.500 2-5.500 1 .8 1.500 1.500 1.800 2.500C12 8.500 12.500 6 12 3z",
  crop: "M7 2.500V17h14.500M2.500 7H17v14.500",
  cut: "M6.500 15.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM17.500 15.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM8 16L17 3M16 16L7 3",
  paste: "M8 5H5v16h14V5h-3M8 3h8v4H8zM9 12h6M9 16h4",
  duplicate: "M8 8h12v12H8zM4 16V4h12M14 11v6M11 14h6",
  type: "M5 7V4.500h14V7M12 4.500v15M9 19.500h6",
  grid: "M4 4h16v16H4zM4 9.300h16M4 14.600h16M9.300 4v16M14.600 4v16",
};

/** @typedef {keyof typeof PATHS} IconName */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Draw an icon. It says nothing to screen readers: what it stands on has a label.
 * @param {IconName} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
