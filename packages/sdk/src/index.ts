import { type Download, readDownload, saveDownload } from "./download.js";
import { type ClientOptions, Http, type RequestOptions } from "./http.js";
import { Keys } from "./keys.js";
import { executeOf, pathOf } from "./names.js";
import { Pages } from "./pages.js";
import { Plans } from "./plans.js";
import { Runs } from "./runs.js";
import { batchLines, LONG_MS, serverEvents } from "./streams.js";
import { type Tool, toTools } from "./tools.js";
import type {
  Balance,
  BatchLine,
  CallOptions,
  Checkout,
  DeliveryOptions,
  LedgerEntry,
  LedgerOptions,
  Notification,
  NotificationOptions,
  Page,
  PageOptions,
  Payment,
  Payout,
  Purchase,
  PurchaseResult,
  Quote,
  Run,
  RunOptions,
  RunResult,
  SearchOptions,
  ServerEvent,
  Skill,
  SkillDetail,
  SkillVersion,
  SpendOptions,
  TopupInput,
  UsageOptions,
  UsageRecord,
  WebhookDelivery,
} from "./types.js";

export { isError, MarketplaceError } from "./errors.js";
export { Pages } from "./pages.js";
export { runTool, toAiSdkTools, toOpenAiTools } from "./tools.js";
export type * from "./types.js";
export { verifyWebhook, WebhookError } from "./webhooks.js";
export type { ClientOptions, Download, RequestOptions, Tool };

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
  readonly plans: Plans;
  readonly #http: Http;

  /** Throws TypeError when no address of a marketplace is given. */
  constructor(options: ClientOptions = {}) {
    this.#http = new Http(options);
    this.skills = new Skills(this.#http, options.maxPrice);
    this.runs = new Runs(this.#http);
    this.keys = new Keys(this.#http);
    this.plans = new Plans(this.#http, options.maxPrice);
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

  /** Every movement of your credits, newest first. */
  ledger({ pageSize = PAGE_SIZE, ...query }: LedgerOptions = {}): Pages<LedgerEntry> {
    return listOf(this.#http, "/v1/ledger", { ...query, limit: pageSize });
  }

  /** Your payments for credits, newest first. */
  payments({ pageSize = PAGE_SIZE }: PageOptions = {}): Pages<Payment> {
    return listOf(this.#http, "/v1/credits/orders", { limit: pageSize });
  }

  /** Your notifications, newest first. */
  notifications({ pageSize = PAGE_SIZE, ...query }: NotificationOptions = {}): Pages<Notification> {
    return listOf(this.#http, "/v1/notifications", { ...query, limit: pageSize });
  }

  /** What your skills earned and was paid out to you, newest first. */
  payouts({ pageSize = PAGE_SIZE }: PageOptions = {}): Pages<Payout> {
    return listOf(this.#http, "/v1/developer/payouts", { limit: pageSize });
  }

  /** What was sent to one of your webhook endpoints, newest first. */
  webhookDeliveries(
    endpointId: string,
    { pageSize = PAGE_SIZE, ...query }: DeliveryOptions = {},
  ): Pages<WebhookDelivery> {
    const path = `/v1/webhooks/${encodeURIComponent(endpointId)}/deliveries`;
    return listOf(this.#http, path, { ...query, limit: pageSize });
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
      .flatMap((skill) =>
        toTools(skill, async (name, input, called) => {
          const { idempotencyKey: _, ...spend } = { ...options, ...called };
          return (await this.skills.run(name, input, spend)).result;
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

  /** Its 100 newest versions, newest first, with what each changed and what its code does that the one before did not. */
  versions(slug: string, options: CallOptions = {}): Promise<Page<SkillVersion>> {
    return this.#http.json("GET", `${pathOf(slug)}/versions`, { ...options, query: { limit: PAGE_SIZE } });
  }

  /** Checks the parameters and says what a run may cost; nothing is called or charged. */
  quote(slug: string, input: Input, options: CallOptions = {}): Promise<Quote> {
    return this.#http.json("POST", executeOf(slug), {
      ...options,
      query: { dry_run: true },
      body: input,
    });
  }

  /** Runs a skill, or with `skill/tool` one of its tools. Only a valid response is charged, and a retry under the same idempotency key never again. */
  run<Result = unknown>(
    slug: string,
    input: Input,
    { maxPrice = this.#maxPrice, version, ...options }: RunOptions = {},
  ): Promise<RunResult<Result>> {
    return this.#http.json("POST", executeOf(slug), {
      ...options,
      query: { max_price: maxPrice, version },
      body: input,
    });
  }

  /** Starts a run of up to 15 minutes and returns immediately; `market.runs.wait` answers its end. */
  start(slug: string, input: Input, { maxPrice = this.#maxPrice, version, ...options }: RunOptions = {}): Promise<Run> {
    return this.#http.json("POST", executeOf(slug), {
      ...options,
      query: { max_price: maxPrice, version },
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
    { maxPrice = this.#maxPrice, version, timeoutMs = LONG_MS, ...options }: RunOptions = {},
  ): AsyncGenerator<BatchLine<Result>> {
    const response = await this.#http.send("POST", `${pathOf(slug)}/batches`, {
      ...options,
      timeoutMs,
      query: { max_price: maxPrice, version },
      body: { inputs },
    });
    yield* batchLines(response) as AsyncGenerator<BatchLine<Result>>;
  }

  /** Runs a skill that streams, and answers its events as they arrive; the last one, `usage`, says what it cost. */
  async *stream(
    slug: string,
    input: Input,
    { maxPrice = this.#maxPrice, version, timeoutMs = LONG_MS, ...options }: Omit<RunOptions, "idempotencyKey"> = {},
  ): AsyncGenerator<ServerEvent> {
    const response = await this.#http.send("POST", executeOf(slug), {
      ...options,
      timeoutMs,
      query: { max_price: maxPrice, version },
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
    {
      maxPrice = this.#maxPrice,
      autoRenew,
      plan,
      trial,
      ...options
    }: SpendOptions & {
      autoRenew?: boolean;
      /** The name of its plan; the first by default. */
      plan?: string;
      /** true refuses to buy without a trial, false buys without it. */
      trial?: boolean;
    } = {},
  ): Promise<PurchaseResult> {
    const body = {
      ...(maxPrice !== undefined && { max_price: maxPrice }),
      ...(autoRenew !== undefined && { auto_renew: autoRenew }),
      ...(plan !== undefined && { plan }),
      ...(trial !== undefined && { trial }),
    };
    return this.#http.json("POST", `${pathOf(slug)}/purchase`, { ...options, body });
  }

  /** Downloads a package, or an exact version of it, and checks its digest; with `to`, writes it to that file, too. */
  async download(
    slug: string,
    {
      maxPrice = this.#maxPrice,
      to,
      version,
      ...options
    }: Omit<SpendOptions, "idempotencyKey"> & { to?: string; version?: string | undefined } = {},
  ): Promise<Download> {
    const response = await this.#http.send("GET", `${pathOf(slug)}/download`, {
      ...options,
      query: { max_price: maxPrice, version },
      headers: { accept: "application/zip, application/json" },
    });
    const download = await readDownload(response);
    if (to !== undefined) await saveDownload(download, to);
    return download;
  }
}

function listOf<Item extends { id: string }>(
  http: Http,
  path: string,
  query: Record<string, string | number | boolean | undefined>,
): Pages<Item> {
  // A ranked list has no entry to begin after.
  const hasCursor = path !== "/v1/skills";
  return new Pages((position) => http.json("GET", path, { query: { ...query, ...position } }), hasCursor);
}
