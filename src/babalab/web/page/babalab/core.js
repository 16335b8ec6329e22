/** The core: one instance of the WebAssembly module, begun anew when it has stopped. */
import { CoreError, OutOfMemoryError } from "./errors.js";

/** @typedef {import("./exports.js").CoreExports} CoreExports */
/** @typedef {URL | string | BufferSource | WebAssembly.Module} CoreSource */

const NOT_LOADED = "the core is not loaded yet: await load() first";

/** @type {WebAssembly.Module | null} */
let compiled = null;
/** @type {Promise<void> | null} */
let loading = null;
/** @type {Core | null} */
let current = null;

/**
 * Load the core. Without a source it is the file beside this one. Later calls return at once.
 * @param {CoreSource} [source]
 * @returns {Promise<void>}
 */
export async function load(source = new URL("./babalab.wasm", import.meta.url)) {
  if (compiled) return;
  loading ??= compile(source).then((module) => {
    compiled = module;
  });
  try {
    await loading;
  } finally {
    loading = null;
  }
}

/** The module that was loaded, to be sent to another thread. @returns {WebAssembly.Module} */
export function compiledModule() {
  if (!compiled) throw new CoreError(NOT_LOADED);
  return compiled;
}

/** The instance in use. Throws a `CoreError` before `load` has ended. */
export function core() {
  if (current && !current.stopped) return current;
  if (!compiled) throw new CoreError(NOT_LOADED);
  current = new Core(compiled);
  return current;
}

/** An instance, which lasts until a call of its functions traps. */
export class Core {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: {
        /** @type {(id: number, precision: bigint, at: number) => number} */
        clock_time_get: (_id, _precision, at) => this.#tellTime(at),
      },
    });
    this.exports = /** @type {CoreExports} */ (/** @type {unknown} */ (instance.exports));
    this.#bytes = new Uint8Array(this.exports.memory.buffer);
    this.exports._initialize();
  }

  /** @type {Uint8Array} */
  #bytes;
  /** @type {(() => CoreError) | null} */
  #stopped = null;

  /** Whether it must not be called any more. */
  get stopped() {
    return this.#stopped !== null;
  }

  /**
   * Never call it again: whoever does gets this error.
   * @param {() => CoreError} error
   * @returns {CoreError}
   */
  stop(error) {
    this.#stopped = error;
    return error();
  }

  /**
   * All its memory. Whatever it is asked for may move it, so that this is to be read anew after each call.
   */
  get bytes() {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.exports.memory.buffer);
    return this.#bytes;
  }

  /**
   * What to throw for an error that a call threw: a trap ends the instance.
   * @param {unknown} error
   * @returns {unknown}
   */
  failure(error) {
    if (!(error instanceof WebAssembly.RuntimeError)) return error;
    if (this.exports.ran_out_of_memory()) return this.stop(() => new OutOfMemoryError());
    return this.stop(() => new CoreError(`the core has stopped: ${error.message}`));
  }

  /**
   * Call a function of the core's.
   * @template T
   * @param {(exports: CoreExports) => T} work
   * @returns {T}
   */
  call(work) {
    if (this.#stopped) throw this.#stopped();
    try {
      return work(this.exports);
    } catch (error) {
      throw this.failure(error);
    }
  }

  /**
   * The answer of the last call.
   * @param {number} count
   * @returns {Int32Array} a copy
   */
  numbers(count) {
    return new Int32Array(this.exports.memory.buffer, this.exports.numbers_at(), count).slice();
  }

  /**
   * @param {number} at
   * @param {number} count
   * @returns {number[]} a copy of the numbers there
   */
  doubles(at, count) {
    return [...new Float64Array(this.exports.memory.buffer, at, count)];
  }

  /**
   * Lend the core bytes for a call, as `work(address)`.
   * @template T
   * @param {Uint8Array} bytes
   * @param {(at: number, exports: CoreExports) => T} work
   * @returns {T}
   */
  lend(bytes, work) {
    return this.call((exports) => {
      const at = exports.allocate(bytes.length);
      if (!at) throw this.stop(() => new OutOfMemoryError());
      this.bytes.set(bytes, at);
      const result = work(at, exports);
      exports.release(at);
      return result;
    });
  }

  /**
   * The clock that searches look at: WASI's, in nanoseconds.
   * @param {number} at
   */
  #tellTime(at) {
    const nanoseconds = performance.now() * 1e6;
    const high = Math.floor(nanoseconds / 2 ** 32);
    const view = new Uint32Array(this.exports.memory.buffer, at, 2);
    view[0] = nanoseconds - high * 2 ** 32;
    view[1] = high;
    return 0;
  }
}

/**
 * Objects of the core's that nobody refers to any more are freed, unless their instance has stopped.
 * @type {FinalizationRegistry<() => void>}
 */
const forgotten = new FinalizationRegistry((free) => free());

/** Something that the core has made: its address, and how to free it. */
export class Held {
  /**
   * @param {Core} owner
   * @param {number} at
   * @param {"level_free" | "search_free" | "layers_free" | "shortener_free"} free
   */
  constructor(owner, at, free) {
    this.core = owner;
    /** @type {number} */
    this.at = at;
    this.#free = () => {
      if (!owner.stopped) owner.exports[free](at);
    };
    forgotten.register(this, this.#free, this);
  }

  /** @type {() => void} */
  #free;

  /** Free it now. Freeing it again does nothing. */
  free() {
    if (!this.at) return;
    this.at = 0;
    forgotten.unregister(this);
    this.#free();
  }

  /**
   * Call a function of the core's on it.
   * @template T
   * @param {(exports: CoreExports, at: number) => T} work
   * @returns {T}
   */
  call(work) {
    if (!this.at) throw new CoreError("this was freed");
    return this.core.call((exports) => work(exports, this.at));
  }
}

/** @param {CoreSource} source */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(new Uint8Array(await readFile(url)));
  }
  const response = await fetch(url);
  if (!response.ok) throw new CoreError(`${url}: ${response.status} ${response.statusText}`);
  const type = response.headers.get("content-type"); // which not every server knows
  if (type === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Stop the instance, for tests: the next call begins a new one. */
export function restart() {
  current?.stop(() => new CoreError("the core was begun anew"));
}
