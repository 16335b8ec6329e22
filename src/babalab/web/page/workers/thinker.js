/**
 * The page's worker: whatever takes longer than a moment is thought about here.
 *
 * It takes messages `{id, task, …details}`, `{id, pause: true}` or `false`, `{id, cancel: true}`, and
 * answers `{id, kind: "progress", …}`, then `{id, kind: "done", …}` or `{id, kind: "error", message}`. The
 * tasks are those of knowledge/tasks.js.
 */

import { load } from "../babalab/index.js";
import { beginTask } from "../knowledge/tasks.js";
import { Scheduler } from "./scheduler.js";

const scheduler = new Scheduler(beginTask, (answer) => self.postMessage(answer));
/** @type {Promise<unknown> | null} */
let loading = null;
/** Tasks that were cancelled before the core was there. @type {Set<number>} */
const cancelled = new Set();

self.addEventListener("message", async ({ data }) => {
  try {
    if (data.cancel) {
      cancelled.add(data.id);
    }
    loading ??= load();
    await loading;
    if (data.cancel || !cancelled.has(data.id)) {
      scheduler.take(data);
    }
    if (data.cancel) {
      cancelled.delete(data.id);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ id: data.id, kind: "error", message, fatal: true });
  }
});
