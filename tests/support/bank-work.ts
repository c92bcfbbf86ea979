import { setTimeout as wait } from "node:timers/promises";
import type { Sandbox } from "@/dev/sandbox/sandbox";
import type { Random } from "@/tests/support/fuzz-input";
import type { Person } from "@/tests/support/people";

const PATIENCE_MS = 5_000;
const PAUSE_MS = 40;
export const CALL_PRICE = 0.5;
export const TERM_PRICE = 1;
const [TOPUP_CREDITS, PAYOUT_CREDITS] = [5, 10];
/** Shares of the kinds of work; the rest are calls. */
const [TERMS, TOPUPS, PAYOUTS] = [0.1, 0.1, 0.05];

type Kind = "call" | "purchase" | "refund" | "topup" | "payout";
type Work = { kind: Kind; by: Person; path: string; body: object; key: string };
type Done = { status: number; body: Record<string, unknown> & { error?: { code: string; message: string } } };
type Market = {
  root: Person;
  developer: Person;
  buyers: Person[];
  called: string;
  subscribed: string[];
  sandbox: Sandbox;
  /** How long a customer rests after each thing, and before asking again. */
  restMs: number;
  pauseMs?: number;
};

/** Failures after which the same request may turn out differently. */
const isOpen = ({ status, body }: Done) =>
  [429, 500, 503].includes(status) ||
  ["idempotency_in_progress", "processor_failed", "processor_timeout"].includes(body.error?.code ?? "");

/**
 * Customers of two processes: each calls, buys, is refunded, tops up and is paid out, one thing after the other, and asks
 * again under the same Idempotency-Key, at the other process, when it does not know what became of a request.
 */
export function openWork(market: Market, urls: string[]) {
  const { root, developer, buyers, called, subscribed, sandbox, restMs, pauseMs = PAUSE_MS } = market;
  let isOver = false;
  /** Whose next request of a kind goes to which process: in one row for all, some would meet the same one for long. */
  const turns = new Map<string, number>();
  let count = 0;
  /** What each buyer is owed and owes, by what was answered. */
  const spent = new Map(buyers.map(({ id }) => [id, 0]));
  const done: Record<Kind, number> = { call: 0, purchase: 0, refund: 0, topup: 0, payout: 0 };
  const stats = { requests: 0, uncertain: 0, resolved: 0, unclean: [] as string[] };
  /** When each buyer, by each process, and each kind of work last succeeded. */
  const lastAt = new Map<string, number>();
  const parked: (() => Promise<void>)[] = [];
  const free = new Map(buyers.map(({ id }) => [id, [...subscribed]]));

  const send = async (work: Work, url: string): Promise<Done | null> => {
    stats.requests++;
    const response = await fetch(url + work.path, {
      method: "POST",
      body: JSON.stringify(work.body),
      headers: {
        authorization: `Bearer ${work.by.key}`,
        "content-type": "application/json",
        "idempotency-key": work.key,
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status === 503 && !response.headers.has("retry-after"))
      stats.unclean.push("a 503 without Retry-After");
    return { status: response.status, body: (await response.json()) as Done["body"] };
  };
  const check = ({ status, body }: Done) => {
    const code = body.error?.code ?? "";
    const isClean = status === 503 ? code === "unavailable" : /^(upstream|processor)_/.test(code);
    if (status < 500 || (isClean && !/ECONN|postgres|terminat|SQL/i.test(body.error?.message ?? ""))) return;
    stats.unclean.push(`${status} ${JSON.stringify(body.error)}`);
  };
  /** Asks until the outcome is known; null when a request before still has the key: it is asked for again in the end. */
  const attempt = async (work: Work, isPatient: boolean): Promise<Done | null> => {
    let isUncertain = isPatient;
    for (;;) {
      const whose = `${work.kind} ${work.by.id}`;
      const turn = turns.get(whose) ?? 0;
      turns.set(whose, turn + 1);
      const place = turn % urls.length;
      const answer = await send(work, urls[place] ?? "").catch(() => null);
      if (answer) check(answer);
      if (answer && !isOpen(answer)) {
        if (isUncertain) stats.resolved++;
        if (answer.status === 200) {
          lastAt.set(work.kind, performance.now());
          if (work.kind === "call") lastAt.set(`${work.by.id} ${place}`, performance.now());
        }
        return answer;
      }
      if (!isUncertain && (!answer || answer.status >= 500)) {
        stats.uncertain++;
        isUncertain = true;
      }
      if (answer?.body.error?.code === "idempotency_in_progress" && isUncertain && !isPatient) return null;
      await wait(pauseMs);
    }
  };
  /** Does one thing and notes its outcome, now or in the end. */
  const perform = async (work: Omit<Work, "key">, note: (body: Done["body"]) => Promise<void> | void) => {
    const keyed = { ...work, key: `bank-${count++}` };
    const finish = async (answer: Done) => {
      if (answer.status !== 200) return;
      done[work.kind]++;
      await note(answer.body);
    };
    const answer = await attempt(keyed, false);
    if (answer) return finish(answer);
    parked.push(async () => finish((await attempt(keyed, true)) as Done));
  };
  const owe = ({ id }: Person, credits: number) => spent.set(id, (spent.get(id) ?? 0) + credits);

  const call = (by: Person) =>
    perform({ kind: "call", by, path: `/v1/skills/${called}/execute`, body: {} }, () => {
      owe(by, CALL_PRICE);
    });
  const term = async (by: Person) => {
    const slug = free.get(by.id)?.shift();
    if (!slug) return call(by);
    await perform({ kind: "purchase", by, path: `/v1/skills/${slug}/purchase`, body: {} }, async (body) => {
      owe(by, TERM_PRICE);
      const { id } = body.purchase as { id: string };
      const path = `/v1/admin/purchases/${id}/refund`;
      const refund = { refund: "full", reason: "A test of the bank." };
      await perform({ kind: "refund", by: root, path, body: refund }, () => {
        owe(by, -TERM_PRICE);
        free.get(by.id)?.push(slug);
      });
    });
  };
  const topUp = (by: Person) =>
    perform({ kind: "topup", by, path: "/v1/credits/topup", body: { amount: TOPUP_CREDITS } }, (body) => {
      const session = sandbox.books.sessions.find(({ id }) => id === body.session_id);
      if (!session) throw new Error(`the processor has no session ${body.session_id}`);
      sandbox.act(session, "pay");
      owe(by, -TOPUP_CREDITS);
    });
  const payOut = () =>
    perform(
      { kind: "payout", by: developer, path: "/v1/developer/payouts", body: { amount: PAYOUT_CREDITS } },
      () => {},
    );
  const customer = async (by: Person, random: Random) => {
    while (!isOver) {
      const share = random.next();
      if (share < TERMS) await term(by);
      else if (share < TERMS + TOPUPS) await topUp(by);
      else if (share < TERMS + TOPUPS + PAYOUTS) await payOut();
      else await call(by);
      await wait(restMs);
    }
  };
  /** Does one thing again and again. */
  const repeat = async (thing: () => Promise<void>) => {
    while (!isOver) {
      await thing();
      await wait(restMs);
    }
  };
  return {
    stats,
    done,
    spent,
    customer,
    call,
    term,
    topUp,
    repeat,
    /** How many requests failed so far, for want of a process or of its database. */
    uncertain: () => stats.uncertain,
    /** Whether every buyer was served by both processes, and every kind of work succeeded but payouts, since a time. */
    isWholeSince: (time: number) =>
      buyers.every(({ id }) => urls.every((_, place) => (lastAt.get(`${id} ${place}`) ?? 0) > time)) &&
      (["purchase", "topup"] as const).every((kind) => (lastAt.get(kind) ?? 0) > time),
    end: () => {
      isOver = true;
    },
    /** Asks once more for everything whose outcome is not known. */
    resolve: async () => {
      for (let next = parked.shift(); next; next = parked.shift()) await next();
    },
  };
}
