/**
 * What a developer's own server asks for in calls of its tools. Invariants: it is stored encrypted and bound to its skill and to the
 * origin of the endpoint that it was set for, is read to call that origin only, and no view, log or record has it.
 */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";
import { isCurrent, seal, unseal } from "@/lib/platform/core/sealing";
import { upstreamFailure } from "@/lib/platform/outbound/failure";
import type { EndpointAuth, EndpointAuthInput } from "@/lib/supply/publishing/endpoint-auth-schemas";
import * as secrets from "@/lib/supply/publishing/webhook-secrets";
import { endpointUrlProblem } from "@/lib/supply/skills/endpoint-address";

type Shown = Pick<EndpointAuth, "name" | "token_url">;

type Sealed = { skillId: string; origin: string; sealed: string };

const contextOf = (skillId: string, origin: string) => ["endpoint-auth", skillId, origin];
const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : null);

/** What is set for one of the caller's skills, without the secret. Throws not_found. */
export async function get(caller: Caller, skillId: string): Promise<EndpointAuth> {
  await requireOwned(caller, skillId);
  const row = await prisma().skillEndpointAuth.findUnique({ where: { skillId } });
  if (!row) return { kind: "none", name: null, token_url: null, origin: null, updated_at: null };
  const { kind, shown, origin, updatedAt } = row;
  return { kind: kind as EndpointAuth["kind"], ...(shown as Shown), origin, updated_at: updatedAt };
}

/**
 * Sets it for the origin of `url`, by default that of the newest revision's endpoint; the next call of that origin carries it. Throws
 * not_found and invalid_request without an endpoint and for a token URL that may not be called.
 */
export async function put(
  caller: Caller,
  skillId: string,
  input: EndpointAuthInput,
  url?: string,
): Promise<EndpointAuth> {
  const { endpoint } = await secrets.requireTarget(skillId, caller.accountId);
  const problem = input.kind === "oauth_client_credentials" ? endpointUrlProblem(input.token_url) : null;
  if (problem) throw invalid([{ param: "token_url", message: problem }]);
  const origin = originOf(url ?? endpoint ?? "");
  if (origin === null)
    throw invalid([{ param: "api_endpoint", message: "is where the credentials are sent: save an endpoint first" }]);
  const data = {
    kind: input.kind,
    shown: shownOf(input),
    origin,
    sealed: seal(JSON.stringify(input), contextOf(skillId, origin)),
    updatedAt: new Date(),
  };
  await prisma().skillEndpointAuth.upsert({ where: { skillId }, create: { skillId, ...data }, update: data });
  return get(caller, skillId);
}

/** Removes it. Throws not_found. */
export async function remove(caller: Caller, skillId: string): Promise<EndpointAuth> {
  await requireOwned(caller, skillId);
  await prisma().skillEndpointAuth.deleteMany({ where: { skillId } });
  return get(caller, skillId);
}

/**
 * The secret of a skill, to call `url`; null when there is none for the URL's origin. Throws upstream_failed when no key opens it.
 */
export async function open(skillId: string, url: string): Promise<EndpointAuthInput | null> {
  const row = await prisma().skillEndpointAuth.findUnique({ where: { skillId } });
  if (!row || row.origin !== originOf(url)) return null;
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
    const { skillId, sealed } = row;
    try {
      const text = seal(textOf(row), contextOf(skillId, row.origin));
      changed += (await prisma().skillEndpointAuth.updateMany({ where: { skillId, sealed }, data: { sealed: text } }))
        .count;
    } catch (error) {
      log.error({ err: error, skill: skillId }, "the credentials of a seller's server can't be read");
      unreadable.push(skillId);
    }
  }
  return { changed, unreadable };
}

const textOf = ({ skillId, origin, sealed }: Sealed) => unseal(sealed, contextOf(skillId, origin));

async function requireOwned({ accountId }: Caller, id: string): Promise<void> {
  const skill = await prisma().skill.findUnique({ where: { id, ownerId: accountId }, select: { id: true } });
  if (!skill) throw notFound();
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
