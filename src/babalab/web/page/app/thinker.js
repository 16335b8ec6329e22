// The page's side of the worker that thinks: one worker, started when it is first needed.

/**
 * @typedef {object} Thinking
 * @property {(progress: any) => void} [onProgress]
 * @property {AbortSignal} [signal] ends it; the promise is then rejected with an AbortError
 * @property {(pause: (isPaused: boolean) => void) => void} [onStart] gets what lets the task pause and go on
 */

export class Thinker {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    this.tasks = 0;
    /** @type {Map<number, {resolve: (result: any) => void, reject: (reason: unknown) => void, onProgress?: (progress: any) => void}>} */
    this.waiting = new Map();
  }

  /**
   * Have a task done; see workers/thinker.js for the tasks, their arguments and results.
   * @param {string} task
   * @param {object} details
   * @param {Thinking} [thinking]
   * @returns {Promise<any>}
   */
  think(task, details, { onProgress, signal, onStart } = {}) {
    if (signal?.aborted) return Promise.reject(abortError());
    const id = ++this.tasks;
    const worker = this.start();
    return new Promise((resolve, reject) => {
      const forget = () => this.waiting.delete(id);
      this.waiting.set(id, {
        onProgress,
        resolve: (result) => (forget(), resolve(result)),
        reject: (reason) => (forget(), reject(reason)),
      });
      signal?.addEventListener(
        "abort",
        () => {
          if (!this.waiting.delete(id)) return;
          this.worker?.postMessage({ id, cancel: true });
          reject(abortError());
        },
        { once: true },
      );
      worker.postMessage({ id, task, ...details });
      onStart?.((isPaused) => worker.postMessage({ id, pause: isPaused }));
    });
  }

  start() {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("../workers/thinker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.receive(data));
    worker.addEventListener("error", (event) => this.fail(event.message || "the worker stopped"));
    this.worker = worker;
    return worker;
  }

  /** @param {{id: number, kind: "progress" | "done" | "error", message?: string, fatal?: boolean}} data */
  receive(data) {
    const task = this.waiting.get(data.id);
    if (data.kind === "error" && data.fatal) {
      this.fail(data.message ?? "");
      return;
    }
    if (!task) return;
    if (data.kind === "progress") task.onProgress?.(data);
    else if (data.kind === "done") task.resolve(data);
    else task.reject(new Error(data.message));
  }

  /**
   * End the worker and all it was doing; the next task starts a new one.
   * @param {string} reason
   */
  fail(reason) {
    this.worker?.terminate();
    this.worker = null;
    const tasks = [...this.waiting.values()];
    this.waiting.clear();
    for (const task of tasks) task.reject(new Error(reason));
  }
}

function abortError() {
  return new DOMException("no longer wanted", "AbortError");
}

/**
 * Whether a promise was rejected because nobody wants it any more.
 * @param {unknown} error
 */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
