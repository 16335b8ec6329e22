/** The examples of the package's README print what they say. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "node:test";
import { inspect } from "node:util";

const PACKAGE = new URL("../../../src/babalab/web/page/babalab/", import.meta.url);
const readme = readFileSync(new URL("README.md", PACKAGE), "utf8");
const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
const folder = dirname(/** @type {string} */ (process.env.EXPECTED));

examples.forEach((code, number) => {
  test(`example ${number + 1}`, async (context) => {
    /** @type {string[]} */
    const printed = [];
    context.mock.method(console, "log", (/** @type {unknown[]} */ ...values) => {
      printed.push(values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" "));
    });
    const file = join(folder, `example-${number}.mjs`);
    writeFileSync(file, code.replaceAll('from "babalab"', `from "${new URL("index.js", PACKAGE)}"`));
    await import(pathToFileURL(file).href);
    const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
    assert.ok(promised.length);
    assert.deepEqual(printed, promised);
  });
});
