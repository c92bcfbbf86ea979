import { setTimeout as wait } from "node:timers/promises";
import type { Person } from "@/tests/support/people";

const PATIENCE_MS = 5_000;
const [READ_MS, APPROVE_MS, CALL_MS] = [500, 4_000, 700];
/** How many answers ago that one was that is asked for again. */
const EARLIER = 10;

type Bank = { urls: string[]; root: Person; repeater: Person; called: string; drafts: string[] };

/** Visitors of the catalog, an administrator who approves, and a customer who asks again under former keys. */
export function watchOthers(bank: Bank) {
  let isOver = false;
  let turn = 0;
  let count = 0;
  const wrong: string[] = [];
  const approved: string[] = [];
  const answers: string[] = [];
  const seen = { reads: 0, failedReads: 0, slowestReadMs: 0, approvals: 0, repeats: 0 };
  const url = () => bank.urls[turn++ % bank.urls.length] ?? "";
  const ask = (method: string, path: string, key?: string, body?: object, more?: Record<string, string>) =>
    fetch(url() + path, {
      method,
      headers: { ...(key && { authorization: `Bearer ${key}` }), "content-type": "application/json", ...more },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  const loop = async (restMs: number, work: () => Promise<void>) => {
    while (!isOver) {
      await work();
      await wait(restMs);
    }
  };
  const read = async () => {
    const startedAt = performance.now();
    const path = ++count % 3 === 0 ? "/v1/categories" : "/v1/skills?limit=5";
    const status = await ask("GET", path).then(
      (response) => response.status,
      () => 0,
    );
    seen.reads++;
    if (status !== 200) {
      seen.failedReads++;
      wrong.push(
        `${new Date().toISOString()} ${path} was ${status} after ${Math.round(performance.now() - startedAt)} ms`,
      );
    }
    seen.slowestReadMs = Math.max(seen.slowestReadMs, Math.round(performance.now() - startedAt));
  };
  const approve = async () => {
    const id = bank.drafts.shift();
    if (!id) return;
    const response = await ask("PATCH", "/v1/admin/skills", bank.root.key, { skill_id: id, action: "approve" }).catch(
      () => null,
    );
    if (response?.status !== 200) return;
    approved.push(id);
    seen.approvals++;
  };
  /** Calls once under a key, however often that must be asked for, and asks for an earlier one's answer again. */
  const callOnce = async () => {
    const number = answers.length;
    const asked = async (key: string) => {
      const response = await ask(
        "POST",
        `/v1/skills/${bank.called}/execute`,
        bank.repeater.key,
        {},
        { "idempotency-key": key },
      );
      return response.status === 200 ? response.text() : null;
    };
    const answer = await asked(`once-${number}`).catch(() => null);
    if (!answer) return;
    answers.push(answer);
    const earlier = Math.max(0, number - EARLIER);
    const repeated = await asked(`once-${earlier}`).catch(() => null);
    if (repeated === null) return;
    seen.repeats++;
    if (repeated !== answers[earlier]) wrong.push(`the answer to once-${earlier} became ${repeated}`);
  };
  const ended = Promise.all([loop(CALL_MS, callOnce), loop(READ_MS, read), loop(APPROVE_MS, approve)]);
  return {
    seen,
    wrong,
    approved,
    answers,
    end: async () => {
      isOver = true;
      await ended;
    },
  };
}
