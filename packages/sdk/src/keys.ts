import type { Http } from "./http.js";
import type { CallOptions, Key, KeyInput } from "./types.js";

/** Your API keys. */
export class Keys {
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
