// Keeps every file of the site, so that the page works without a network and begins at once.
//
// `babalab site` and `babalab serve` put a line `self.SITE = {version, files}` before this, with a digest of
// every file. A file is kept under its path and digest: versions never mix, and an update fetches only what
// has changed. The new version waits until no page of the old one is open, or until a page asks for it.

/**
 * @typedef {{version: string, files: Record<string, string>}} Site
 */

const worker = /** @type {ServiceWorkerGlobalScope & {SITE: Site}} */ (/** @type {unknown} */ (self));
const { files } = worker.SITE;
const { scope } = worker.registration;
const FIRST_PAGE = "index.html";
// Another site of ours may be at the same origin, in another folder.
const CACHE = `babalab ${scope}`;

worker.addEventListener("install", (event) => event.waitUntil(keepFiles()));

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOldFiles(), worker.clients.claim()]));
});

worker.addEventListener("message", (event) => {
  if (event.data?.kind === "use-new-version") event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const path = pathOf(request.url);
  if (Object.hasOwn(files, path)) {
    event.respondWith(answer(path, request));
  } else if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => Response.redirect(scope)));
  }
});

/**
 * @param {string} url
 * @returns {string} the path of the file it means
 */
function pathOf(url) {
  const path = new URL(url).pathname.slice(new URL(scope).pathname.length);
  return path === "" ? FIRST_PAGE : path;
}

/**
 * @param {string} path
 * @returns {string} the address that this version of a file is kept under
 */
function keyOf(path) {
  return new URL(`${path}?${files[path]}`, scope).href;
}

async function keepFiles() {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  const missing = Object.keys(files).filter((path) => !kept.has(keyOf(path)));
  await Promise.all(missing.map(async (path) => cache.put(keyOf(path), await fetchFile(path))));
}

/**
 * @param {string} path
 * @returns {Promise<Response>}
 */
async function fetchFile(path) {
  const response = await fetch(new URL(path, scope), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const content = await response.arrayBuffer();
  // While somebody uploads a site, files of two versions are there; then this version is not taken yet.
  if ((await digestOf(content)) !== files[path]) throw new Error(`${path} is of another version`);
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(content, { headers });
}

/**
 * @param {ArrayBuffer} content
 * @returns {Promise<string>} the first 16 digits of its SHA-256, as in the list
 */
async function digestOf(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function forgetOldFiles() {
  const cache = await caches.open(CACHE);
  const present = new Set(Object.keys(files).map(keyOf));
  const old = (await cache.keys()).filter((request) => !present.has(request.url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/**
 * @param {string} path
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(path))) ?? fetch(request);
}
