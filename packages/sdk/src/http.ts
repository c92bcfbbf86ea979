import { errorOf, MarketplaceError } from "./errors.js";
import type { CallOptions } from "./types.js";

/** Waits between attempts: half a second, doubled each time, a random part of it, and at most this. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** A `Retry-After` beyond this is handed to the caller as an error. */
const MAX_RETRY_AFTER_SECONDS = 60;

export type ClientOptions = {
  /** An API key; by default `SKILLS_API_KEY` of the environment. */
  apiKey?: string;
  /** For whom every request must act: an organization's handle, or an account's id. A key of another account is refused. */
  account?: string;
  /** Where the marketplace is, such as https://market.example.com; by default `SKILLS_BASE_URL` of the environment. */
  baseUrl?: string;
  /** Longest time of one attempt in milliseconds; 60 seconds by default. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated; 2 by default. */
  maxRetries?: number;
  /** Most credits that any call may charge, unless the call names its own `maxPrice`. */
  maxPrice?: number;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
};

type Query = Record<string, string | number | boolean | null | undefined>;
export type RequestOptions = CallOptions & {
  query?: Query;
  /** Sent as JSON; bytes are sent as they are. */
  body?: unknown;
  contentType?: string;
  headers?: Record<string, string>;
  /** null sends none, where the API takes none. */
  idempotencyKey?: string | null;
  /** False for what must not be sent twice: a request that makes a secret ignores idempotency keys. */
  retry?: boolean;
};

const environment = (): Record<string, string | undefined> =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};

/** Sends requests with one key: timeouts, retries, errors. */
export class Http {
  readonly baseUrl: string;
  readonly #apiKey: string | undefined;
  readonly #account: string | undefined;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;
  readonly #fetch: typeof fetch;

  constructor(options: ClientOptions) {
    const env = environment();
    const baseUrl = options.baseUrl ?? env.SKILLS_BASE_URL;
    if (!baseUrl) throw new TypeError("Name the marketplace: new Marketplace({ baseUrl }) or SKILLS_BASE_URL.");
    this.baseUrl = baseUrl.replace(/\/+$/, "");
    this.#apiKey = options.apiKey ?? env.SKILLS_API_KEY;
    this.#account = options.account;
    this.#timeoutMs = options.timeoutMs ?? 60_000;
    this.#maxRetries = options.maxRetries ?? 2;
    // Browsers refuse a `fetch` that is called as another object's method.
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /** Sends a request and reads its JSON. Throws MarketplaceError. */
  async json<Result>(method: string, path: string, options: RequestOptions = {}): Promise<Result> {
    const response = await this.send(method, path, options);
    return (await response.json().catch((cause: unknown) => {
      throw new MarketplaceError({ code: "unreadable", message: "The answer is not JSON.", cause });
    })) as Result;
  }

  /** Sends a request, again if that may help, and returns an answer with a 2xx status. Throws MarketplaceError. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    // One key for all attempts, so that a retry never charges twice.
    const key =
      options.idempotencyKey === undefined && method === "POST"
        ? globalThis.crypto.randomUUID()
        : (options.idempotencyKey ?? undefined);
    const request = this.#requestOf(method, path, options, key);
    for (let attempt = 0; ; attempt++) {
      const failure = await this.#attempt(request, options).catch((error: unknown) => {
        if (error instanceof MarketplaceError) return error;
        throw error;
      });
      if (!(failure instanceof MarketplaceError)) return failure;
      if (options.retry === false || attempt >= this.#maxRetries || !mayRetry(failure)) throw failure;
      await pause(delayOf(failure, attempt), options.signal);
    }
  }

  #requestOf(method: string, path: string, { query, body, contentType, headers }: RequestOptions, key?: string) {
    const url = new URL(this.baseUrl + path);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    const isRaw = body instanceof Uint8Array;
    const init: RequestInit = {
      method,
      headers: {
        accept: "application/json",
        ...(this.#apiKey && { authorization: `Bearer ${this.#apiKey}` }),
        ...(this.#account && { "acting-for": this.#account }),
        ...(body !== undefined && { "content-type": contentType ?? "application/json" }),
        ...(key && { "idempotency-key": key }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    };
    return { url, init };
  }

  async #attempt({ url, init }: { url: URL; init: RequestInit }, { signal, timeoutMs }: CallOptions) {
    const timeout = AbortSignal.timeout(timeoutMs ?? this.#timeoutMs);
    const response = await this.#fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw timeout.aborted
        ? new MarketplaceError({ code: "timeout", message: "The marketplace did not answer in time.", cause })
        : new MarketplaceError({
            code: "unreachable",
            message: `${url.origin} cannot be reached. Check the address and your connection.`,
            cause,
          });
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  }
}

/**
 * Whether the same request may succeed later. A failure of the skill itself (`upstream_failed`) is stored under its
 * idempotency key, so that only a new request helps.
 */
function mayRetry({ code, status, retryAfterSeconds }: MarketplaceError): boolean {
  if ((retryAfterSeconds ?? 0) > MAX_RETRY_AFTER_SECONDS) return false;
  if (["unreachable", "timeout", "idempotency_in_progress", "processor_failed"].includes(code)) return true;
  if (code === "upstream_failed" || code === "upstream_timeout") return false;
  return status === 429 || status >= 500;
}

function delayOf({ retryAfterSeconds }: MarketplaceError, attempt: number): number {
  const most = Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
  return Math.max((retryAfterSeconds ?? 0) * 1000, most * (0.5 + Math.random() / 2));
}

/** Waits, unless a signal ends the wait. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}
