/**
 * Webhooks: an account's endpoints, their secrets and their log. Events are queued by `webhook_emit` in the transaction
 * that caused them; `deliveries` sends them. Invariant: an endpoint gets events of its own account only.
 */

import { bodyOf } from "@/lib/interfaces/webhooks/event-body";
import { WEBHOOK_LIMITS } from "@/lib/interfaces/webhooks/limits";
import type { DeliveryQuery, WebhookChange, WebhookInput } from "@/lib/interfaces/webhooks/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import type { WebhookDelivery, WebhookEndpoint } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { lockRows } from "@/lib/platform/core/locks";
import { MAX_TOTAL, NEWEST_FIRST, newestPage, wholeList } from "@/lib/platform/core/page";
import { notify } from "@/lib/platform/notifications/service";
import type { SecretRotation } from "@/lib/supply/publishing/webhook-secret-schemas";
import { submittedEndpointIssues } from "@/lib/supply/skills/endpoint-address";
import { newSigningSecret } from "@/lib/supply/skills/signing";

const HOUR_MS = 60 * 60 * 1000;

/** The caller's endpoints, newest first. */
export async function list({ accountId }: Caller) {
  const rows = await prisma().webhookEndpoint.findMany({ where: { accountId }, orderBy: NEWEST_FIRST });
  return wholeList(rows.map(toView));
}

/** One of the caller's endpoints. Throws not_found. */
export async function get(caller: Caller, id: string) {
  return toView(await requireOwn(caller, id));
}

/**
 * Adds an endpoint with a new secret. Throws invalid_request for an address that may not be called, and beyond 10. Also
 * throws too_many_in_flight.
 */
export async function create({ accountId }: Caller, { url, events, description = null }: WebhookInput) {
  await requireCallable(url, accountId);
  return transaction(async (db) => {
    // Endpoints are counted under their account's lock, so that concurrent requests exceed nothing.
    await lockRows(db, "account", "id", accountId);
    if ((await prisma(db).webhookEndpoint.count({ where: { accountId } })) >= WEBHOOK_LIMITS.endpoints)
      throw new AppError(
        "invalid_request",
        `You have reached the limit of ${WEBHOOK_LIMITS.endpoints} webhooks. Delete one first.`,
      );
    const secret = newSigningSecret();
    const data = { id: newId(), accountId, url, events, description, secret };
    const row = await prisma(db).webhookEndpoint.create({ data });
    await announce(db, row, true);
    return toView(row);
  });
}

/**
 * Changes an endpoint; `active: true` also forgets that it was failing. Throws not_found and invalid_request. Also
 * throws too_many_in_flight.
 */
export async function change(caller: Caller, id: string, { url, events, description, active }: WebhookChange) {
  await requireOwn(caller, id);
  if (url !== undefined) await requireCallable(url, caller.accountId);
  return transaction(async (db) => {
    const [row] = await prisma(db).webhookEndpoint.updateManyAndReturn({
      where: { id, accountId: caller.accountId },
      data: {
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events }),
        ...(description !== undefined && { description }),
        ...(active !== undefined && { active }),
        ...(active === true && { failingSince: null, disabledAt: null }),
      },
    });
    if (!row) throw notFound();
    if (url !== undefined || events !== undefined || active === true) await announce(db, row, false);
    return toView(row);
  });
}

/** Notifies the owner: a webhook outlives the key or session that made it. */
function announce(db: Queryable, { id, url, accountId }: WebhookEndpoint, isAdded: boolean): Promise<void> {
  return notify(db, accountId, newId(), { kind: "security_webhook", data: { isAdded, url, id } });
}

/** Deletes an endpoint with its log; nothing more is sent to it. Returns what it was. Throws not_found. */
export async function remove(caller: Caller, id: string) {
  const row = await requireOwn(caller, id);
  await prisma().webhookEndpoint.deleteMany({ where: { id, accountId: caller.accountId } });
  return { ...toView(row), active: false };
}

/** The secret that deliveries are signed with, and the one before it while both are valid. Throws not_found. */
export async function secret(caller: Caller, id: string) {
  return toSecret(await requireOwn(caller, id));
}

/** Makes a new secret; deliveries are signed with both for `grace_hours`. Throws not_found. */
export async function rotate(caller: Caller, id: string, { grace_hours: hours }: SecretRotation) {
  const { secret: before } = await requireOwn(caller, id);
  const [row] = await prisma().webhookEndpoint.updateManyAndReturn({
    where: { id, accountId: caller.accountId },
    data: {
      secret: newSigningSecret(),
      previousSecret: hours > 0 ? before : null,
      previousSecretEndsAt: hours > 0 ? new Date(Date.now() + hours * HOUR_MS) : null,
    },
  });
  if (!row) throw notFound();
  return toSecret(row);
}

/** Queues a test event for an endpoint, whatever types it wants. Throws not_found, and invalid_request while it is disabled. */
export async function test(caller: Caller, id: string) {
  const { active } = await requireOwn(caller, id);
  if (!active) throw invalid([{ param: "active", message: "enable the webhook first" }]);
  const data = { id: newId(), endpointId: id, type: "webhook.test", data: { message: "This is a test." } };
  return toDeliveryView(await prisma().webhookDelivery.create({ data }));
}

const STATES = {
  pending: { deliveredAt: null, nextTryAt: { not: null } },
  delivered: { deliveredAt: { not: null } },
  failed: { deliveredAt: null, nextTryAt: null },
};

/**
 * The deliveries to one of the caller's endpoints, newest first, with bodies and answers. Throws not_found, and
 * invalid_request when `starting_after` is none of them.
 */
export async function deliveries(caller: Caller, id: string, { state, ...page }: DeliveryQuery) {
  await requireOwn(caller, id);
  const where = { endpointId: id, ...(state && STATES[state]) };
  const cursor = page.starting_after;
  // Looked for in any state: it may have changed since.
  const last = cursor ? await prisma().webhookDelivery.findUnique({ where: { id: cursor, endpointId: id } }) : null;
  const { slice, after, wrap } = newestPage(page, last);
  const [rows, count] = await Promise.all([
    prisma().webhookDelivery.findMany({ where: { ...where, ...after }, ...slice }),
    prisma().webhookDelivery.count({ where, orderBy: NEWEST_FIRST, take: MAX_TOTAL + 1 }),
  ]);
  return wrap(rows.map(toDeliveryView), count, page);
}

/** Sends a delivery once more, under the same id, with all retries before it. Throws not_found. */
export async function replay(caller: Caller, id: string, deliveryId: string) {
  const [row] = await prisma().webhookDelivery.updateManyAndReturn({
    where: { id: deliveryId, endpointId: id, endpoint: { accountId: caller.accountId } },
    data: { attempts: 0, nextTryAt: new Date(), deliveredAt: null },
  });
  if (!row) throw notFound();
  return toDeliveryView(row);
}

async function requireOwn({ accountId }: Caller, id: string): Promise<WebhookEndpoint> {
  const row = await prisma().webhookEndpoint.findUnique({ where: { id, accountId } });
  if (!row) throw notFound();
  return row;
}

async function requireCallable(url: string, accountId: string): Promise<void> {
  const [issue] = await submittedEndpointIssues(url, accountId);
  if (issue) throw invalid([{ param: "url", message: issue.message }]);
}

function toView(row: WebhookEndpoint) {
  const { id, url, description, events, active } = row;
  const times = { failing_since: row.failingSince, disabled_at: row.disabledAt, created_at: row.createdAt };
  return { id, url, description, events, active, ...times };
}

function toSecret({ secret, previousSecret, previousSecretEndsAt: endsAt }: WebhookEndpoint) {
  const isValid = previousSecret !== null && endsAt !== null && endsAt > new Date();
  return { secret, previous: isValid ? { secret: previousSecret, ends_at: endsAt } : null };
}

function toDeliveryView(row: WebhookDelivery) {
  const state = row.deliveredAt ? "delivered" : row.nextTryAt ? "pending" : "failed";
  return {
    id: row.id,
    type: row.type,
    state: state as "pending",
    body: bodyOf(row),
    attempts: row.attempts,
    next_try_at: row.nextTryAt,
    delivered_at: row.deliveredAt,
    status: row.lastStatus,
    error: row.lastError,
    answer: row.lastAnswer,
    duration_ms: row.durationMs,
    created_at: row.createdAt,
  };
}
