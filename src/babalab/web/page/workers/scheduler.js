/**
 * Does tasks in slices, by turns, so that messages are heard in between: a task that is no longer wanted ends
 * at once, and progress is told about ten times a second.
 */

/**
 * @typedef {{id: number, task?: string, cancel?: boolean, pause?: boolean, [detail: string]: unknown}}
 * Request
 * @typedef {{id: number, kind: "progress" | "done" | "error", [detail: string]: unknown}} Answer
 * @typedef {Generator<object | null, object>} Work
 */

/** Milliseconds between two reports on a task. */
const BETWEEN_REPORTS = 100;
/** Milliseconds of work after which messages are heard. */
const AT_A_STRETCH = 25;
/** Tasks of which only the newest is wanted. */
const NEWEST_ONLY = new Set(["judge"]);

/** A task that has begun. */
class Job {
  /**
   * @param {number} id
   * @param {string} task
   * @param {Work} work
   */
  constructor(id, task, work) {
    this.id = id;
    this.task = task;
    this.work = work;
    /** The progress to report. @type {object | null} */
    this.news = null;
    this.reported = -Infinity;
  }
}

/** Does what it is asked for, until nothing is left to do. */
export class Scheduler {
  /**
   * @param {(task: string, details: object) => Work} begin
   * @param {(answer: Answer) => void} post
   */
  constructor(begin, post) {
    this.begin = begin;
    this.post = post;
    /** @type {Job[]} */
    this.jobs = [];
    /** Jobs that wait until they may go on. @type {Job[]} */
    this.paused = [];
    this.isRunning = false;
    const { port1, port2 } = new MessageChannel();
    /** @type {() => Promise<void>} */
    this.hearMessages = () =>
      new Promise((resolve) => {
        // Not setTimeout, which waits for some milliseconds when called in a chain.
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      });
    this.close = () => port1.close();
  }

  /**
   * Take a request: a task, that one is no longer wanted, or that it is to pause or to go on.
   *
   * @param {Request} request
   */
  take({ id, task = "", cancel = false, pause, ...details }) {
    if (cancel) {
      this.#end((job) => job.id === id);
      return;
    }
    if (pause !== undefined) {
      this.#pause(id, pause);
      return;
    }
    if (NEWEST_ONLY.has(task)) {
      for (const job of this.#end((each) => each.task === task)) {
        this.post({
          id: job.id,
          kind: "error",
          message: "a newer request replaces this one",
          replaced: true,
        });
      }
    }
    try {
      this.jobs.push(new Job(id, task, this.begin(task, details)));
    } catch (error) {
      this.#fail(id, error);
      return;
    }
    this.#goOn();
  }

  /**
   * Let a job pause or go on.
   *
   * @param {number} id
   * @param {boolean} isPaused
   */
  #pause(id, isPaused) {
    const [from, to] = isPaused ? [this.jobs, this.paused] : [this.paused, this.jobs];
    const place = from.findIndex((job) => job.id === id);
    if (place < 0) {
      return;
    }
    const [job] = from.splice(place, 1);
    to.push(job);
    // What was found last is known while it waits.
    if (isPaused && job.news) {
      this.post({ ...job.news, id, kind: "progress" });
      job.news = null;
    }
    this.#goOn();
  }

  #goOn() {
    if (!this.isRunning) {
      void this.#run();
    }
  }

  /**
   * End the jobs that are meant; return them.
   *
   * @param {(job: Job) => boolean} isMeant
   * @returns {Job[]}
   */
  #end(isMeant) {
    const ended = [...this.jobs, ...this.paused].filter(isMeant);
    this.jobs = this.jobs.filter((job) => !isMeant(job));
    this.paused = this.paused.filter((job) => !isMeant(job));
    for (const job of ended) {
      job.work.return(/** @type {any} */ (undefined));
    }
    return ended;
  }

  async #run() {
    this.isRunning = true;
    let heard = performance.now();
    for (let job = this.jobs.shift(); job; job = this.jobs.shift()) {
      if (this.#advance(job)) {
        this.jobs.push(job);
      }
      if (performance.now() - heard >= AT_A_STRETCH) {
        await this.hearMessages();
        heard = performance.now();
      }
    }
    this.isRunning = false;
  }

  /**
   * Do a slice of a job; return whether there is more to do.
   *
   * @param {Job} job
   * @returns {boolean}
   */
  #advance(job) {
    try {
      const { value, done } = job.work.next();
      if (done) {
        this.post({ ...value, id: job.id, kind: "done" });
        return false;
      }
      job.news = value ?? job.news;
      const now = performance.now();
      if (job.news && now - job.reported >= BETWEEN_REPORTS) {
        this.post({ ...job.news, id: job.id, kind: "progress" });
        job.news = null;
        job.reported = now;
      }
      return true;
    } catch (error) {
      this.#fail(job.id, error);
      return false;
    }
  }

  /**
   * @param {number} id
   * @param {unknown} error
   */
  #fail(id, error) {
    // After a trap nothing that the core says can be trusted.
    const fatal = error instanceof WebAssembly.RuntimeError;
    this.post({ id, kind: "error", message: error instanceof Error ? error.message : String(error), fatal });
  }
}
