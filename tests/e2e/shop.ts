import { type APIRequestContext, type Page, request } from "@playwright/test";

const PASSWORD = "demo-password";
const ADMIN = "admin@example.com";
const DEVELOPER = "studio@lindqvist.example.com";

/** Calls the API as somebody of the demo who signs in for it. Throws what was refused. */
async function callAs(base: string, email: string, work: (api: APIRequestContext) => Promise<void>) {
  const api = await request.newContext({ baseURL: base, extraHTTPHeaders: { origin: base } });
  try {
    const answer = await api.post("/api/auth/sign-in/email", { data: { email, password: PASSWORD } });
    if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}`);
    await work(api);
  } finally {
    await api.dispose();
  }
}

async function idOf(answer: Awaited<ReturnType<APIRequestContext["fetch"]>>): Promise<string> {
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${answer.url()} refused: ${text}`);
  return (JSON.parse(text) as { id: string }).id;
}

/** Puts a skill of the demo's studio on the marketplace, by default with free calls to the demo provider. Returns its id. */
export async function publish(base: string, slug: string, fields: object = {}): Promise<string> {
  let id = "";
  await callAs(base, DEVELOPER, async (api) => {
    const data = {
      slug,
      name: slug,
      description: "Counts.",
      category: "writing",
      pricing_type: "usage",
      price_per_call: 0,
      execution_type: "api",
      api_endpoint: "http://demo-provider.localhost/text-statistics",
      submit: true,
      ...fields,
    };
    id = await idOf(await api.post("/v1/developer/skills", { data }));
  });
  await callAs(base, ADMIN, async (api) => {
    await idOf(await api.patch("/v1/admin/skills", { data: { skill_id: id, action: "approve" } }));
  });
  return id;
}

/** Changes what a skill of the studio costs. */
export async function reprice(base: string, id: string, terms: object): Promise<void> {
  await callAs(base, DEVELOPER, async (api) => {
    await idOf(await api.patch(`/v1/developer/skills/${id}`, { data: terms }));
  });
}

/** Makes a promotion code for a skill of the studio. */
export async function promote(base: string, id: string, code: object): Promise<void> {
  await callAs(base, DEVELOPER, async (api) => {
    await idOf(await api.post(`/v1/developer/skills/${id}/promotion-codes`, { data: code }));
  });
}

/** Presses Buy and confirms the charge, which is above what an account lets pass without a question. */
export async function buy(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByRole("alertdialog").getByRole("button", { name }).click();
}
