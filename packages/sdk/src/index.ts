import { type Download, readDownload, saveDownload } from "./download.js";
import { type ClientOptions, Http, pause, type RequestOptions } from "./http.js";
import { Pages } from "./pages.js";
import { batchLines, LONG_MS, serverEvents } from "./streams.js";
import { type Tool, toTool } from "./tools.js";
import type {
  Balance,
  BatchLine,
  CallOptions,
  Checkout,
  Key,
  KeyInput,
  PageOptions,
  Purchase,
  PurchaseResult,
  Quote,
  Run,
  RunResult,
  SearchOptions,
  ServerEvent,
  Skill,
  SkillDetail,
  SpendOptions,
  TopupInput,
  UsageOptions,
  UsageRecord,
} from "./types.js";

export { isError, MarketplaceError } from "./errors.js";
export { Pages } from "./pages.js";
export { runTool, toAiSdkTools, toOpenAiTools } from "./tools.js";
export type * from "./types.js";
export { verifyWebhook, WebhookError } from "./webhooks.js";
export type { ClientOptions, Download, RequestOptions, Tool };

/** Pauses between two questions for the end of a run. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
/** Entries per request of a list that is iterated. */
const PAGE_SIZE = 100;

type Input = Record<string, unknown>;
type ToolOptions = SpendOptions & {
  /** Slugs of the skills that become tools; by default every skill that you have an active purchase of. */
  skills?: readonly string[];
};

/** A client of one marketplace for one API key. */
export class Marketplace {
  readonly skills: Skills;
  readonly runs: Runs;
  readonly keys: Keys;
  readonly #http: Http;

  /** Throws TypeError when no address of a marketplace is given. */
  constructor(options: ClientOptions = {}) {
    this.#http = new Http(options);
    this.skills = new Skills(this.#http, options.maxPrice);
    this.runs = new Runs(this.#http);
    this.keys = new Keys(this.#http);
  }

  /** The credits that you have. */
  balance(options: CallOptions = {}): Promise<Balance> {
    return this.#http.json("GET", "/v1/balance", options);
  }

  /** Your calls and downloads, newest first. */
  usage({ pageSize = PAGE_SIZE, ...query }: UsageOptions = {}): Pages<UsageRecord> {
    return listOf(this.#http, "/v1/usage", { ...query, limit: pageSize });
  }

  /** What you have bought, newest first. */
  purchases({ pageSize = PAGE_SIZE }: PageOptions = {}): Pages<Purchase> {
    return listOf(this.#http, "/v1/purchases", { limit: pageSize });
  }

  /** Starts a payment; open `checkout_url` in a browser. Credits arrive once it is paid. */
  topup(input: TopupInput, options: Omit<SpendOptions, "maxPrice"> = {}): Promise<Checkout> {
    return this.#http.json("POST", "/v1/credits/topup", { ...options, body: input });
  }

  /** Skills as tools of an agent. Each call of a tool costs at most `maxPrice` credits. */
  async toTools({ skills, ...options }: ToolOptions = {}): Promise<Tool[]> {
    const slugs = skills ?? (await this.#activeSlugs());
    const details = await Promise.all(slugs.map((slug) => this.skills.get(slug, options)));
    return details
      .filter(({ execution_type }) => execution_type !== "download")
      .map((skill) =>
        toTool(skill, async (input, called) => {
          const { idempotencyKey: _, ...spend } = { ...options, ...called };
          return (await this.skills.run(skill.slug, input, spend)).result;
        }),
      );
  }

  async #activeSlugs(): Promise<string[]> {
    const slugs = new Set<string>();
    for await (const { skill, status } of this.purchases()) if (status === "active") slugs.add(skill.slug);
    return [...slugs];
  }

  /** Sends any request of the API, with this client's retries and errors; see /docs/api for what there is. */
  request<Result>(method: string, path: string, options: RequestOptions = {}): Promise<Result> {
    return this.#http.json(method, path, options);
  }
}

/** Finding, buying, running and downloading skills. */
class Skills {
  readonly #http: Http;
  readonly #maxPrice: number | undefined;

  constructor(http: Http, maxPrice: number | undefined) {
    this.#http = http;
    this.#maxPrice = maxPrice;
  }

  /** Skills on the marketplace; with `search` the best matches first. */
  search({ pageSize = PAGE_SIZE, ...query }: SearchOptions = {}): Pages<Skill> {
    return listOf(this.#http, "/v1/skills", { ...query, limit: pageSize });
  }

  /** A skill with its parameters, its package, and what you may do with it. */
  get(slug: string, options: CallOptions = {}): Promise<SkillDetail> {
    return this.#http.json("GET", pathOf(slug), options);
  }

  /** Checks the parameters and says what a run may cost; nothing is called or charged. */
  quote(slug: string, input: Input, options: CallOptions = {}): Promise<Quote> {
    return this.#http.json("POST", `${pathOf(slug)}/execute`, {
      ...options,
      query: { dry_run: true },
      body: input,
    });
  }

  /** Runs a skill. Only a valid answer is charged, and a retry under the same idempotency key never again. */
  run<Result = unknown>(
    slug: string,
    input: Input,
    { maxPrice = this.#maxPrice, ...options }: SpendOptions = {},
  ): Promise<RunResult<Result>> {
    return this.#http.json("POST", `${pathOf(slug)}/execute`, {
      ...options,
      query: { max_price: maxPrice },
      body: input,
    });
  }

  /** Starts a run of up to 15 minutes and answers at once; `market.runs.wait` answers its end. */
  start(
    slug: string,
    input: Input,
    { maxPrice = this.#maxPrice, ...options }: SpendOptions = {},
  ): Promise<Run> {
    return this.#http.json("POST", `${pathOf(slug)}/execute`, {
      ...options,
      query: { max_price: maxPrice },
      headers: { prefer: "respond-async" },
      body: input,
    });
  }

  /**
   * Runs a skill with up to 1,000 inputs and answers a line for each call as it ends; `maxPrice` is for the whole batch.
   * Under the same `idempotencyKey`, what has succeeded is repeated at no charge.
   */
  async *batch<Result = unknown>(
    slug: string,
    inputs: readonly Input[],
    { maxPrice = this.#maxPrice, timeoutMs = LONG_MS, ...options }: SpendOptions = {},
  ): AsyncGenerator<BatchLine<Result>> {
    const response = await this.#http.send("POST", `${pathOf(slug)}/batches`, {
      ...options,
      timeoutMs,
      query: { max_price: maxPrice },
      body: { inputs },
    });
    yield* batchLines(response) as AsyncGenerator<BatchLine<Result>>;
  }

  /** Runs a skill that streams, and answers its events as they arrive; the last one, `usage`, says what it cost. */
  async *stream(
    slug: string,
    input: Input,
    { maxPrice = this.#maxPrice, timeoutMs = LONG_MS, ...options }: Omit<SpendOptions, "idempotencyKey"> = {},
  ): AsyncGenerator<ServerEvent> {
    const response = await this.#http.send("POST", `${pathOf(slug)}/execute`, {
      ...options,
      timeoutMs,
      query: { max_price: maxPrice },
      headers: { accept: "text/event-stream, application/json" },
      idempotencyKey: null,
      retry: false,
      body: input,
    });
    yield* serverEvents(response);
  }

  /** Buys a subscription. An active purchase is answered again, with `already_owned`, and nothing is charged. */
  purchase(
    slug: string,
    { maxPrice = this.#maxPrice, autoRenew, ...options }: SpendOptions & { autoRenew?: boolean } = {},
  ): Promise<PurchaseResult> {
    const body = {
      ...(maxPrice !== undefined && { max_price: maxPrice }),
      ...(autoRenew !== undefined && { auto_renew: autoRenew }),
    };
    return this.#http.json("POST", `${pathOf(slug)}/purchase`, { ...options, body });
  }

  /** Downloads a package and checks its digest; with `to`, writes it to that file, too. */
  async download(
    slug: string,
    {
      maxPrice = this.#maxPrice,
      to,
      ...options
    }: Omit<SpendOptions, "idempotencyKey"> & { to?: string } = {},
  ): Promise<Download> {
    const response = await this.#http.send("GET", `${pathOf(slug)}/download`, {
      ...options,
      query: { max_price: maxPrice },
      headers: { accept: "application/zip, application/json" },
    });
    const download = await readDownload(response);
    if (to !== undefined) await saveDownload(download, to);
    return download;
  }
}

/** Calls that you do not wait for. */
class Runs {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** A run with its outcome, once it has one. */
  get(id: string, options: CallOptions = {}): Promise<Run> {
    return this.#http.json("GET", `/v1/runs/${encodeURIComponent(id)}`, options);
  }

  /** Cancels a run; its credits are released at once. One that has ended stays as it is. */
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

/** Your API keys. */
class Keys {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** All keys that are not revoked. */
  async list(options: CallOptions = {}): Promise<Key[]> {
    return (await this.#http.json<{ data: Key[] }>("GET", "/v1/keys", options)).data;
  }

  /** Makes a key; `api_key` is shown this once. It can do and spend no more than the key that makes it. */
  create(input: KeyInput, options: CallOptions = {}): Promise<{ api_key: string; key: Key }> {
    return this.#http.json("POST", "/v1/keys", { ...options, body: input, retry: false });
  }

  /** Ends a key for good. */
  revoke(id: string, options: CallOptions = {}): Promise<Key> {
    return this.#http.json("DELETE", `/v1/keys/${encodeURIComponent(id)}`, options);
  }
}

const pathOf = (slug: string) => `/v1/skills/${encodeURIComponent(slug)}`;

function listOf<Item extends { id: string }>(
  http: Http,
  path: string,
  query: Record<string, string | number | boolean | undefined>,
): Pages<Item> {
  // A ranked list has no entry to begin after.
  const hasCursor = path !== "/v1/skills";
  return new Pages((position) => http.json("GET", path, { query: { ...query, ...position } }), hasCursor);
}
