import type { Http } from "./http.js";
import type { CallOptions, Page, PlanChanged, PlanOffer, PlanQuote, SpendOptions } from "./types.js";

/** Plans of what you have bought. */
export class Plans {
  readonly #http: Http;
  readonly #maxPrice: number | undefined;

  constructor(http: Http, maxPrice: number | undefined) {
    this.#http = http;
    this.#maxPrice = maxPrice;
  }

  /** What another plan would charge a purchase now, and when it would begin; nothing is charged. */
  quote(purchaseId: string, plan: string, options: CallOptions = {}): Promise<PlanQuote> {
    return this.#http.json("GET", pathOf(purchaseId), { ...options, query: { plan } });
  }

  /** Changes the plan of a purchase: now, or when its term ends. With the plan that it has, withdraws a later one. */
  change(
    purchaseId: string,
    plan: string,
    { maxPrice = this.#maxPrice, ...options }: SpendOptions = {},
  ): Promise<PlanChanged> {
    const body = { plan, ...(maxPrice !== undefined && { max_price: maxPrice }) };
    return this.#http.json("POST", pathOf(purchaseId), { ...options, body });
  }

  /** Plans that only your account is offered; buy one by its name. */
  async offers(options: CallOptions = {}): Promise<PlanOffer[]> {
    return (await this.#http.json<Page<PlanOffer>>("GET", "/v1/offers", options)).data;
  }
}

const pathOf = (purchaseId: string) => `/v1/purchases/${encodeURIComponent(purchaseId)}/plan`;
