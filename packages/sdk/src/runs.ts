import { type Http, pause } from "./http.js";
import type { CallOptions, Run } from "./types.js";

/** Pauses between two questions for the end of a run. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/** Calls that you do not wait for. */
export class Runs {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** A run with its outcome, once it has one. */
  get(id: string, options: CallOptions = {}): Promise<Run> {
    return this.#http.json("GET", `/v1/runs/${encodeURIComponent(id)}`, options);
  }

  /** Cancels a run; its credits are released immediately. One that has ended stays as it is. */
  cancel(id: string, options: CallOptions = {}): Promise<Run> {
    return this.#http.json("DELETE", `/v1/runs/${encodeURIComponent(id)}`, options);
  }

  /** Asks until a run has ended, ever less often. End the wait with `signal`. */
  async wait(id: string, options: CallOptions = {}): Promise<Run> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      const run = await this.get(id, options);
      if (run.state !== "running") return run;
      await pause(pauseMs, options.signal);
    }
  }
}
