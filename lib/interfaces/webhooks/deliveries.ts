/**
 * Sending what is queued. Invariants: a delivery is sent at least once while its endpoint is active, in no fixed order, under
 * one id; a process that is killed, or another one beside it, loses nothing.
 */

import { bodyOf } from "@/lib/interfaces/webhooks/event-body";
import { WEBHOOK_LIMITS } from "@/lib/interfaces/webhooks/limits";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { firstIdOf } from "@/lib/platform/core/ids";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import { countedBy, createSlots } from "@/lib/platform/jobs/slots";
import { notify } from "@/lib/platform/notifications/service";
import { client } from "@/lib/platform/outbound/service";
import { signedHeaders } from "@/lib/supply/skills/signing";

/** Pauses after failed attempts, in seconds: ten attempts over a day. */
const PAUSES_SECONDS = [5, 60, 300, 900, 3_600, 7_200, 14_400, 28_800, 30_000];
const TIMEOUT_MS = WEBHOOK_LIMITS.answerSeconds * 1_000;
/** Concurrent deliveries, of which an account and an endpoint have at most their share: slow ones don't delay the others'. */
const SLOTS = 100;
const SLOTS_PER_ACCOUNT = WEBHOOK_LIMITS.atOnce;
const SLOTS_PER_ENDPOINT = WEBHOOK_LIMITS.atOnceOfEndpoint;
const MAX_ERROR_CHARS = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

type Due = {
  id: string;
  type: string;
  data: unknown;
  created_at: Date;
  attempts: number;
  endpoint_id: string;
  account_id: string;
  url: string;
  secret: string;
  previous_secret: string | null;
};

/**
 * Takes what is due, from the accounts with the fewest slots first, and postpones the next attempt, so that a killed process loses
 * nothing and two processes send it once. Endpoints with anything waiting are found by skipping through the index, whose size is
 * the backlog of all. Columns keep milliseconds, rounded: what is due now may be due in half a millisecond.
 */
const CLAIM = `
  WITH RECURSIVE waiting AS (
    (SELECT endpoint_id FROM webhook_delivery WHERE next_try_at IS NOT NULL ORDER BY endpoint_id LIMIT 1)
    UNION ALL SELECT (SELECT d.endpoint_id FROM webhook_delivery d WHERE d.next_try_at IS NOT NULL
      AND d.endpoint_id > w.endpoint_id
      ORDER BY d.endpoint_id LIMIT 1) FROM waiting w WHERE w.endpoint_id IS NOT NULL),
  account AS (SELECT DISTINCT w.account_id FROM waiting
    JOIN webhook_endpoint w ON w.id = waiting.endpoint_id WHERE w.active)
  UPDATE webhook_delivery d SET attempts = d.attempts + 1, last_tried_at = now(),
      next_try_at = now() + make_interval(secs => coalesce(($1::int[])[d.attempts + 1], 86400))
    FROM webhook_endpoint e WHERE e.id = d.endpoint_id AND d.id IN (
      SELECT due.id FROM account LEFT JOIN unnest($3::uuid[], $4::int[]) AS own (account_id, slots) USING (account_id)
        CROSS JOIN LATERAL (
          SELECT head.id FROM webhook_endpoint w
            LEFT JOIN unnest($5::uuid[], $6::int[]) AS used (id, slots) ON used.id = w.id
            CROSS JOIN LATERAL (
              SELECT id, next_try_at FROM webhook_delivery WHERE endpoint_id = w.id
               AND next_try_at <= now() + interval '1 millisecond'
               ORDER BY next_try_at LIMIT greatest(0, ${SLOTS_PER_ENDPOINT} - coalesce(used.slots, 0))
               FOR UPDATE SKIP LOCKED) AS head
           WHERE w.account_id = account.account_id AND w.active
           ORDER BY head.next_try_at LIMIT greatest(0, ${SLOTS_PER_ACCOUNT} - coalesce(own.slots, 0))) AS due
       ORDER BY coalesce(own.slots, 0), random() LIMIT $2)
    RETURNING d.id, d.type, d.data, d.created_at, d.attempts, d.endpoint_id, e.account_id, e.url, e.secret,
      CASE WHEN e.previous_secret_ends_at > now() THEN e.previous_secret END AS previous_secret`;

const runSlots = createSlots<Due>({ job: "deliver-webhooks", slots: SLOTS, idOf: ({ id }) => id });

/** Sends what is due, until nothing is or for ten seconds. Returns how many deliveries were tried. */
export function deliverDue(): Promise<number> {
  return runSlots({
    claim: (free, taken) =>
      query<Due>("webhooks.claim", CLAIM, [
        PAUSES_SECONDS,
        free,
        ...countedBy(taken, (due) => due.account_id),
        ...countedBy(taken, (due) => due.endpoint_id),
      ]),
    work: deliver,
  });
}

type Outcome = { status: number | null; error: string | null; answer: string | null; durationMs: number };

async function deliver(due: Due): Promise<boolean> {
  const outcome = await send(due);
  const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  // 410 Gone is how an endpoint says that it wants nothing more.
  const isGone = outcome.status === 410;
  const isOver = isDelivered || isGone || due.attempts > PAUSES_SECONDS.length;
  await prisma().webhookDelivery.updateMany({
    where: { id: due.id },
    data: {
      lastStatus: outcome.status,
      lastError: outcome.error,
      lastAnswer: outcome.answer,
      durationMs: outcome.durationMs,
      ...(isDelivered && { deliveredAt: new Date() }),
      ...(isOver && { nextTryAt: null }),
    },
  });
  if (isDelivered)
    await prisma().webhookEndpoint.updateMany({
      where: { id: due.endpoint_id, failingSince: { not: null } },
      data: { failingSince: null },
    });
  else await noteFailure(due, isGone);
  return true;
}

/** Posts an event. What goes wrong at the other end is part of the outcome. */
async function send({ id, url, account_id, secret, previous_secret, ...row }: Due): Promise<Outcome> {
  const body = JSON.stringify(bodyOf({ id, type: row.type, data: row.data, createdAt: row.created_at }));
  const secrets = [secret, ...(previous_secret ? [previous_secret] : [])];
  const headers = {
    ...signedHeaders({ secrets, id, at: new Date(), body }),
    "user-agent": "skills-marketplace",
  };
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const { status, text } = await client().notify(url, headers, body, {
      timeoutMs: TIMEOUT_MS,
      pool: account_id,
    });
    return { status, error: null, answer: text, durationMs: durationMs() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = error.message
      .replace("The skill's endpoint", "The endpoint")
      .replace(" Nothing was charged.", "")
      .slice(0, MAX_ERROR_CHARS);
    return { status: null, error: reason, answer: null, durationMs: durationMs() };
  }
}

/** Notes that an endpoint fails; disables it, with a notification, when it has failed for days or wants nothing more. */
async function noteFailure({ endpoint_id: id, account_id, url }: Due, isGone: boolean): Promise<void> {
  await prisma().webhookEndpoint.updateMany({
    where: { id, failingSince: null },
    data: { failingSince: new Date() },
  });
  await transaction(async (db) => {
    const since = new Date(Date.now() - WEBHOOK_LIMITS.failingDays * DAY_MS);
    const [disabled] = await prisma(db).webhookEndpoint.updateManyAndReturn({
      where: { id, active: true, ...(!isGone && { failingSince: { lt: since } }) },
      data: { active: false, disabledAt: new Date() },
    });
    if (!disabled) return;
    const subject = `${id}:${disabled.disabledAt?.toISOString()}`;
    await notify(db, account_id, subject, { kind: "webhook_disabled", data: { url, id } });
  });
}

/** Deletes old deliveries. Returns how many. */
export function expireDeliveries(): Promise<number> {
  const createdAt = { lt: daysAgo(WEBHOOK_LIMITS.logDays) };
  return prune((limit) =>
    prisma().webhookDelivery.deleteMany({ where: { id: { lt: firstIdOf(createdAt.lt) }, createdAt }, limit }),
  );
}
