/** The texts of the language that the page speaks. */

import { en } from "./en.js";

/** Languages by their tags; add others here. @type {Record<string, typeof en>} */
const LANGUAGES = { en };

/**
 * Choose the first language that a reader prefers and we have; English if there is none.
 *
 * @param {readonly string[]} preferred tags such as "de-AT"
 * @returns {string} its tag
 */
export function chooseLanguage(preferred) {
  const tags = preferred.map((tag) => tag.toLowerCase().split("-")[0]);
  return tags.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

/** The tag of the chosen language. Workers have a `navigator` too, so that they choose the same. */
export const language = chooseLanguage(globalThis.navigator?.languages ?? []);

export const texts = LANGUAGES[language];
