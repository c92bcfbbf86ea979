/** The product and everything around it, as the actors of a year reach it: keys, sessions, endpoints and the processor. */
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Sandbox } from "@/dev/sandbox/sandbox";
import type { Session } from "@/dev/sandbox/store";
import { type Answer, type CallOptions, call } from "@/tests/support/api";
import { isCluster } from "@/tests/support/cluster";
import { sendEvent, startProcessor } from "@/tests/support/payments";
import { startUpstream } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";
import { untilAnswered, whenNotBusy } from "@/tests/year/actors/patience";
import type { Seen } from "@/tests/year/model/batches";
import type { Acting } from "@/tests/year/model/callers";
import { type Market, openMarket, type Ref } from "@/tests/year/model/market";
import { MISREPORTS, REPORTS } from "@/tests/year/model/units";

export const PASSWORD = "a long password";
const LATE_MS = 30;

/** What the product calls the objects of a history, and the other way around. */
export class Ids extends Map<Ref, string> {
  readonly refs = new Map<string, Ref>();

  override set(ref: Ref, id: string): this {
    this.refs.set(id, ref);
    return super.set(ref, id);
  }
}

export type World = {
  market: Market;
  ids: Ids;
  /** What each key is sent as: its secret, or a program's access token. */
  secrets: Map<Ref, string>;
  /** By key: the refresh tokens of its program. */
  refreshTokens: Map<Ref, string>;
  programs: Map<Ref, { clientId: string }>;
  /** Tokens of skills' pages that visitors have open, by visitor and skill. */
  guestTokens: Map<string, string>;
  /** Browsers by the email that signed in there, until time passes. */
  browsers: Map<string, Visitor>;
  /** Slugs of skills, also of those that are gone by now. */
  slugs: Map<Ref, string>;
  /** Checkouts by their order. */
  sessions: Map<Ref, Session>;
  sandbox: Sandbox;
  /** How many of the processor's events were sent to the product. */
  sentEvents: number;
  /** What was seen of the newest batch. */
  seen: Seen;
  upstream: Awaited<ReturnType<typeof startUpstream>>;
  /** Calls the API with a key. */
  ask: (by: Ref, method: string, path: string, options?: CallOptions) => Promise<Answer>;
  close: () => Promise<void>;
};

/** Says that all is well, with a body that is no JSON, no UTF-8, or only half there. */
function lie(response: ServerResponse, turn: number): void {
  const body = [Buffer.from("<p>Welcome</p>"), Buffer.from([0x22, 0xff, 0x22]), Buffer.from('{"done": ')][turn % 3];
  const isCut = turn % 3 === 2;
  response.writeHead(200, { "content-type": "application/json", ...(isCut && { "content-length": "1000" }) });
  if (isCut) response.write(body, () => response.destroy());
  else response.end(body);
}

/** Opens a world in which nothing has happened. */
export async function openWorld(): Promise<World> {
  const answer = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  let [lies, misreports] = [0, 0];
  const upstream = await startUpstream({
    skill: async ({ body, headers }, response) => {
      const { do: does } = JSON.parse(body) as { do: string };
      if (does === "late") await wait(LATE_MS);
      if (does === "never") return;
      if (does === "bad") answer(response, 500, { error: "broken" });
      else if (does === "lie") lie(response, lies++);
      else if (does === "refuse") answer(response, 422, { error: "not these" });
      else {
        if (does === "misreport") response.setHeader("skill-usage", MISREPORTS[misreports++ % MISREPORTS.length] ?? "");
        if (REPORTS[does]) response.setHeader("skill-usage", `pages=${REPORTS[does]}`);
        answer(response, 200, { done: does, carried: headers["x-token"] ?? null });
      }
    },
    hook: (_, response) => answer(response, 200, {}),
  });
  const processor = await startProcessor({ isStored: false });
  const secrets = new Map<Ref, string>();
  return {
    market: openMarket(),
    ids: new Ids(),
    secrets,
    refreshTokens: new Map(),
    programs: new Map(),
    guestTokens: new Map(),
    browsers: new Map(),
    slugs: new Map(),
    sessions: new Map(),
    sandbox: processor.sandbox,
    sentEvents: 0,
    seen: { succeeded: 0, reserved: 0, limited: [] },
    upstream,
    ask: (by, method, path, options = {}) => {
      const asked = { key: secrets.get(by) ?? "skm_unknown", ...options };
      if (asked.signal) return call(method, path, asked);
      if (!isCluster) return whenNotBusy(() => call(method, path, asked));
      // After a fault, a request may find a broken connection. It is repeated under its key.
      const headers = { "idempotency-key": randomUUID(), ...options.headers };
      return untilAnswered(() => call(method, path, method === "GET" ? asked : { ...asked, headers }));
    },
    close: async () => {
      await processor.close();
      await upstream.close();
    },
  };
}

/** The slug of a skill, or one that is unknown to the product. */
export const slugOf = ({ slugs }: World, ref: Ref): string => slugs.get(ref) ?? "gone";

/** The product's id of an object, or one that is unknown to it. */
export const idOf = ({ ids }: World, ref: Ref): string => ids.get(ref) ?? "019b0000-0000-7000-8000-0000000000ff";

/** What happened at the processor moves into the past, too. */
export function passAtProcessor({ sandbox }: World, ms: number): void {
  for (const list of Object.values(sandbox.books))
    if (Array.isArray(list)) for (const each of list) each.created -= Math.round(ms / 1_000);
}

/** Sends the processor's events that the product has not had, in their order or the last one first. Returns the last answer. */
export async function sendEvents(world: World, isReversed = false): Promise<Answer | null> {
  let last: Answer | null = null;
  const due = world.sandbox.books.events.slice(world.sentEvents);
  world.sentEvents += due.length;
  for (const event of isReversed ? due.toReversed() : due) last = await sendEvent(event);
  return last;
}

/** Sends some of the events again that the product has had, from a part of all of them on. */
export async function resendEvents(world: World, part: number, count: number): Promise<Answer | null> {
  let last: Answer | null = null;
  const from = Math.floor(part * world.sentEvents);
  for (const event of world.sandbox.books.events.slice(from, from + count)) last = await sendEvent(event);
  return last;
}

/** A browser in which the owner of an email has signed in, or null when signing in was refused. */
export async function signIn(email: string): Promise<Visitor | null> {
  const visitor = new Visitor();
  return (await visitor.signIn(email, PASSWORD)).status === 200 ? visitor : null;
}

/** Asks in the browser in which somebody has signed in before; signs in where its session is over, or there is none. */
export async function inBrowser(
  world: World,
  person: Ref,
  ask: (visitor: Visitor) => Promise<Answer>,
): Promise<Answer> {
  const email = world.market.accounts.get(person)?.email ?? "";
  const former = world.browsers.get(email);
  const answer = former && (await ask(former));
  if (answer && answer.status !== 401) return answer;
  const visitor = await signIn(email);
  if (!visitor) return asNobody();
  world.browsers.set(email, visitor);
  return ask(visitor);
}

/** Asks as somebody who has signed in, and acts for their own account or says for which other. */
export function asPerson(world: World, { account, person }: Acting, method: string, path: string, body?: object) {
  const headers = { ...(person && person !== account && { "acting-for": idOf(world, account) }) };
  return inBrowser(world, person ?? account, (visitor) =>
    visitor.api(method, path, { headers, ...(body && { body }) }),
  );
}

/** What somebody is answered who can't sign in, and asks without. */
export const asNobody = (): Promise<Answer> => call("GET", "/v1/balance", { key: "skm_unknown" });
