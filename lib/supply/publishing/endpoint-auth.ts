/**
 * What a developer's own servers ask for in calls of tools. Invariants: a skill has one secret an origin, since its live version, older
 * ones and a draft may be at different hosts; it is stored encrypted and bound to skill and origin, is read to call that origin only, and
 * no view, log or record has it.
 */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, transaction } from "@/lib/platform/core/db";
import { invalid } from "@/lib/platform/core/errors";
import type { SkillEndpointAuth as Row } from "@/lib/platform/core/generated/client";
import { lockRows } from "@/lib/platform/core/locks";
import { log } from "@/lib/platform/core/log";
import { isCurrent, seal, unseal } from "@/lib/platform/core/sealing";
import { upstreamFailure } from "@/lib/platform/outbound/failure";
import type { EndpointAuth, EndpointAuthInput, OriginAuth } from "@/lib/supply/publishing/endpoint-auth-schemas";
import * as secrets from "@/lib/supply/publishing/webhook-secrets";
import { endpointUrlProblem } from "@/lib/supply/skills/endpoint-address";

type Shown = Pick<EndpointAuth, "name" | "token_url">;

type Sealed = { skillId: string; origin: string; sealed: string };

/** Hosts that one skill has credentials for: of its live version, of older ones, and of a draft. */
const MAX_ORIGINS = 10;
/** The origin of credentials that were set before origins were stored: they are the skill's only ones, and are never sent. */
const UNSENT = "";

const contextOf = (skillId: string, origin: string) => ["endpoint-auth", skillId, origin];
const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : null);

/**
 * What is set for one of the caller's skills, without the secrets: for an origin, by default that of the newest revision's endpoint, and
 * for every other. Throws not_found.
 */
export async function get(caller: Caller, skillId: string, named?: string): Promise<EndpointAuth> {
  const endpoint = await endpointOf(caller, skillId);
  const origin = originOf(named ?? endpoint);
  const rows = await prisma().skillEndpointAuth.findMany({ where: { skillId }, orderBy: { origin: "asc" } });
  const origins = rows.map(toView);
  const shown = origins.find((one) => one.origin === origin) ?? origins.find((one) => one.origin === UNSENT);
  return { ...(shown ?? { kind: "none", name: null, token_url: null, origin: null, updated_at: null }), origins };
}

/**
 * Sets it for an origin, by default that of the newest revision's endpoint; the next call of that origin carries it. Throws not_found,
 * and invalid_request without an endpoint, for a token URL that may not be called, and for too many origins.
 */
export async function put(
  caller: Caller,
  skillId: string,
  input: EndpointAuthInput,
  named?: string,
): Promise<EndpointAuth> {
  const endpoint = await endpointOf(caller, skillId);
  const problem = input.kind === "oauth_client_credentials" ? endpointUrlProblem(input.token_url) : null;
  if (problem) throw invalid([{ param: "token_url", message: problem }]);
  const origin = originOf(named ?? endpoint);
  if (origin === null)
    throw invalid([{ param: "api_endpoint", message: "is where the credentials are sent: save an endpoint first" }]);
  const data = {
    kind: input.kind,
    shown: shownOf(input),
    sealed: seal(JSON.stringify(input), contextOf(skillId, origin)),
    updatedAt: new Date(),
  };
  await transaction(async (db) => {
    await lockRows(db, "skill", "id", skillId);
    const { skillEndpointAuth: table } = prisma(db);
    await table.deleteMany({ where: { skillId, origin: UNSENT } });
    if ((await table.count({ where: { skillId, origin: { not: origin } } })) >= MAX_ORIGINS)
      throw invalid([{ param: "origin", message: `a skill has at most ${MAX_ORIGINS} hosts; remove one's first` }]);
    const where = { skillId_origin: { skillId, origin } };
    await table.upsert({ where, create: { skillId, origin, ...data }, update: data });
  });
  return get(caller, skillId, origin);
}

/** Removes that of an origin, by default of the newest revision's endpoint. Throws not_found. */
export async function remove(caller: Caller, skillId: string, named?: string): Promise<EndpointAuth> {
  const endpoint = await endpointOf(caller, skillId);
  const origin = originOf(named ?? endpoint);
  const origins = [UNSENT, ...(origin === null ? [] : [origin])];
  await prisma().skillEndpointAuth.deleteMany({ where: { skillId, origin: { in: origins } } });
  return get(caller, skillId, named);
}

/** The secret of a skill for the URL's origin; null when there is none. Throws upstream_failed when no key opens it. */
export async function open(skillId: string, url: string): Promise<EndpointAuthInput | null> {
  const origin = originOf(url);
  if (origin === null) return null;
  const row = await prisma().skillEndpointAuth.findUnique({ where: { skillId_origin: { skillId, origin } } });
  if (!row) return null;
  try {
    return JSON.parse(textOf(row)) as EndpointAuthInput;
  } catch (error) {
    log.error({ err: error, skill: skillId }, "the credentials of a seller's server can't be read");
    const message = "The credentials of the skill's server can't be read: its seller has to set them again.";
    throw upstreamFailure("credentials", message, { cause: error });
  }
}

/** Encrypts with the current key what an older one encrypted. Returns how many there were, and the skills whose secret no key opens. */
export async function reseal(): Promise<{ changed: number; unreadable: string[] }> {
  const rows = await prisma().skillEndpointAuth.findMany();
  const unreadable: string[] = [];
  let changed = 0;
  for (const row of rows.filter(({ sealed }) => !isCurrent(sealed))) {
    const { skillId, origin, sealed } = row;
    try {
      const data = { sealed: seal(textOf(row), contextOf(skillId, origin)) };
      changed += (await prisma().skillEndpointAuth.updateMany({ where: { skillId, origin, sealed }, data })).count;
    } catch (error) {
      log.error({ err: error, skill: skillId }, "the credentials of a seller's server can't be read");
      if (!unreadable.includes(skillId)) unreadable.push(skillId);
    }
  }
  return { changed, unreadable };
}

const textOf = ({ skillId, origin, sealed }: Sealed) => unseal(sealed, contextOf(skillId, origin));

/** The endpoint of the newest revision; empty where there is none. */
async function endpointOf({ accountId }: Caller, skillId: string): Promise<string> {
  return (await secrets.requireTarget(skillId, accountId)).endpoint ?? "";
}

function toView({ kind, shown, origin, updatedAt }: Row): OriginAuth {
  return { kind: kind as OriginAuth["kind"], ...(shown as Shown), origin, updated_at: updatedAt };
}

function shownOf(input: EndpointAuthInput): Shown {
  switch (input.kind) {
    case "header":
    case "query":
      return { name: input.name, token_url: null };
    case "bearer":
      return { name: null, token_url: null };
    case "basic":
      return { name: input.username, token_url: null };
    case "oauth_client_credentials":
      return { name: input.client_id, token_url: input.token_url };
  }
}
