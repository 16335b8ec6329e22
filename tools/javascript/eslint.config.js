// What `make lint` asks of our JavaScript besides types; `lint.py` runs this from build/javascript.
// Undefined names and wrong types are the type checker's business.

import js from "@eslint/js";

const PAGE = "src/babalab/web/page/**/*.js";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off",
      // Keys of JSON are as in Python.
      camelcase: ["error", { properties: "never" }],
      curly: ["error", "multi-line"],
      "default-case-last": "error",
      "dot-notation": "error",
      eqeqeq: "error",
      "max-depth": ["error", 5],
      // Types of JSDoc and paths of pictures can't be broken.
      "max-len": ["error", { code: 110, ignoreUrls: true, ignoreStrings: true, ignorePattern: "^\\W*@[a-z]" }],
      "no-duplicate-imports": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-lonely-if": "error",
      "no-new-func": "error",
      "no-shadow": "error",
      "no-tabs": "error",
      "no-throw-literal": "error",
      "no-trailing-spaces": "error",
      "no-unneeded-ternary": "error",
      "no-useless-concat": "error",
      "no-useless-rename": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      quotes: ["error", "double", { avoidEscape: true }],
      semi: "error",
      "eol-last": "error",
      "space-before-blocks": "error",
    },
  },
  {
    files: [PAGE],
    rules: {
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "no-console": ["error", { allow: ["error", "warn"] }],
      // Text that comes from levels is never markup.
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "build elements with h()" },
        { property: "outerHTML", message: "build elements with h()" },
        { property: "insertAdjacentHTML", message: "build elements with h()" },
        { object: "document", property: "write" },
      ],
    },
  },
  {
    // All texts of the page in one file.
    files: ["src/babalab/web/page/texts/*.js"],
    rules: { "max-lines": "off" },
  },
];
