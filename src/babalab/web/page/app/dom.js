// Building pieces of a page.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Make an element. Properties that are functions and begin with "on" become listeners, `class` and
 * `data-…`, `aria-…` and other names with a dash or of attributes become attributes, others properties.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown> | null} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) setProperty(element, name, value);
  element.append(.../** @type {(Node | string)[]} */ (presentChildren(children.flat())));
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {unknown} value
 */
function setProperty(element, name, value) {
  if (value === undefined || value === null) return;
  if (name.startsWith("on") && typeof value === "function") {
    element.addEventListener(name.slice(2).toLowerCase(), /** @type {EventListener} */ (value));
  } else if (name === "class" || name.includes("-") || !(name in element)) {
    if (value === false && !name.startsWith("aria-")) return;
    element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  } else {
    Reflect.set(element, name, value);
  }
}

/** @param {Child[]} children */
function presentChildren(children) {
  return children
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Put these children into an element, instead of what it has.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(.../** @type {(Node | string)[]} */ (presentChildren(children.flat())));
}

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/**
 * Load the style sheet of a view, once; resolves when it is in force.
 * @param {string} path relative to index.html
 * @returns {Promise<void>}
 */
export function useStyles(path) {
  let loading = styles.get(path);
  if (!loading) {
    loading = new Promise((resolve) => {
      const link = h("link", { rel: "stylesheet", href: path });
      link.addEventListener("load", () => resolve());
      link.addEventListener("error", () => resolve());
      document.head.append(link);
    });
    styles.set(path, loading);
  }
  return loading;
}

/**
 * Return a function that calls another one once, a while after it was called last.
 * @template {unknown[]} Arguments
 * @param {(...values: Arguments) => void} action
 * @param {number} milliseconds
 */
export function debounce(action, milliseconds) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const later = (/** @type {Arguments} */ ...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}
