import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { CardBehaviour } from "@/dev/sandbox/cards-store";
import { call } from "@/tests/support/api";
import { expectSound, run } from "@/tests/support/money";
import { sendEvent, startProcessor } from "@/tests/support/payments";
import { liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { signedIn, type Visitor } from "@/tests/support/visitor";

export type Owner = Person & { browser: Visitor };
type Fault = (request: Request, really: () => Promise<Response>) => Promise<Response | null>;

/** What an owner reads over the API. */
export const settingsOf = async (owner: Owner) => (await call("GET", "/v1/credits/settings", { key: owner.key })).body;
export const ordersOf = async (owner: Owner) => (await call("GET", "/v1/credits/orders", { key: owner.key })).body.data;
export const notificationsOf = async (owner: Owner) =>
  (await call("GET", "/v1/notifications", { key: owner.key })).body.data.map(({ kind }) => kind);
/** Changes an owner's settings in the browser. */
export const change = (owner: Owner, body: object) => owner.browser.api("PATCH", "/v1/credits/settings", { body });

/** The processor with people who save cards there; `desk.fault` answers in its place while a test wants it to. */
export async function openCardFixture() {
  const desk: { fault: Fault | null } = { fault: null };
  const { sandbox, url, close } = await startProcessor({
    answer: async (request, really) => (await desk.fault?.(request, really)) ?? null,
  });
  const newest = (count = 1) => sandbox.books.events.slice(-count);
  const deliver = async (count = 1) => {
    for (const event of newest(count)) await sendEvent(event);
  };
  /** Somebody signed in, with 10 credits that were paid for. */
  const owner = async (): Promise<Owner> => {
    const someone = await person("Owner");
    const browser = await signedIn(someone);
    await call("POST", "/v1/credits/topup", { key: someone.key, body: { amount: 10 } });
    const session = sandbox.books.sessions.at(-1);
    if (session) sandbox.act(session, "pay");
    await deliver(3);
    return { ...someone, browser };
  };
  /** Saves a card on the processor's page. */
  const saveCard = async (someone: Owner, behaviour: CardBehaviour): Promise<void> => {
    const { body } = await someone.browser.api("POST", "/v1/credits/card");
    const setup = sandbox.books.setups.find(({ id }) => id === body.session_id);
    if (!setup) throw new Error(`no setup: ${JSON.stringify(body)}`);
    sandbox.cards.finish(setup, behaviour);
    await deliver(2);
  };
  /** Somebody whose card buys 20 credits below 8, at most 45 dollars a month. */
  const unattended = async (behaviour: CardBehaviour = "good"): Promise<Owner> => {
    const someone = await owner();
    await saveCard(someone, behaviour);
    const auto_topup = { enabled: true, threshold: 8, amount: 20, monthly_limit: 45 };
    expect((await change(someone, { auto_topup })).status).toBe(200);
    return someone;
  };
  return {
    ...{ sandbox, url, close, newest, deliver, owner, saveCard, unattended },
    books: sandbox.books,
    desk,
  };
}

/**
 * The desk of a test file, and a skill of this price whose calls its owners pay for. No fault outlives its test, and after
 * the file the books are whole.
 */
export function cardFixtureOfFile(pricePerCall = 1) {
  const file = {} as { at: Awaited<ReturnType<typeof openCardFixture>>; skill: TestSkill };
  beforeAll(async () => {
    const upstream = await startUpstream();
    file.at = await openCardFixture();
    file.skill = await liveSkill(await person(), { price_per_call: pricePerCall });
    return async () => {
      await file.at.close();
      await upstream.close();
    };
  });
  beforeEach(() => {
    file.at.desk.fault = null;
  });
  afterAll(expectSound);
  return {
    file,
    /** Spends credits one call at a time. */
    spend: async (someone: Owner, calls: number): Promise<void> => {
      for (let i = 0; i < calls; i++) expect((await run(someone.key, file.skill.slug)).status).toBe(200);
    },
  };
}
