import { expect, type Page } from "@playwright/test";

/** How often a write under an Idempotency-Key is sent before it counts as failed. */
export const SENT_AT_MOST = 3;
const PASSWORD = "a long password";

let count = 0;
/** A word that nothing else on this marketplace contains. */
export const mark = () => `twice${Date.now().toString(36)}${++count}`;

/** What people and programs do on a running product, by its API. */
export function actorsOn(product: { url: string }) {
  /** Calls the API with a key, with the session of a page, or as nobody. Fails unless it is answered with 200. */
  async function api<T>(by: Page | string, method: string, path: string, body?: object): Promise<T> {
    const answer =
      typeof by === "string"
        ? await fetch(product.url + path, {
            method,
            headers: { "content-type": "application/json", ...(by && { authorization: `Bearer ${by}` }) },
            ...(body && { body: JSON.stringify(body) }),
          })
        : await by.context().request.fetch(product.url + path, {
            method,
            headers: { origin: product.url },
            ...(body && { data: body }),
          });
    const status = typeof answer.status === "number" ? answer.status : answer.status();
    expect([method, path, status]).toEqual([method, path, 200]);
    return answer.json();
  }

  async function registered() {
    const person = { email: `${mark()}@example.com`, password: PASSWORD };
    type Registered = { account: { id: string }; api_key: string };
    const { account, api_key } = await api<Registered>("", "POST", "/v1/auth/register", person);
    return { ...person, id: account.id, key: api_key };
  }

  /** A skill that is waiting for review. */
  function waiting(key: string, price: object = { pricing_type: "usage", price_per_call: 0.01 }) {
    const name = mark();
    return api<{ id: string; slug: string; name: string }>(key, "POST", "/v1/developer/skills", {
      slug: name,
      name,
      description: "Counts the words of a text.",
      category: "writing",
      ...price,
      api_endpoint: "http://demo-provider.localhost/text-statistics",
      api_schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      submit: true,
    });
  }
  return { api, registered, waiting };
}

/** Lets a write happen and loses its answer, this many times; tells the keys that it was sent under. */
export async function loseAnswers(page: Page, path: string, method: string, times: number): Promise<string[]> {
  const sent: string[] = [];
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue();
    sent.push(route.request().headers()["idempotency-key"] ?? "");
    if (sent.length > times) return route.continue();
    // A page that closed meanwhile has lost the answer as well.
    await route.fetch().catch(() => null);
    await route.abort("connectionreset").catch(() => {});
  });
  return sent;
}
