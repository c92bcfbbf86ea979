/**
 * What a developer's own server asks for in calls of its tools. Invariants: it is stored encrypted and bound to its skill, is read to
 * make a call only, and no view, log or record has it.
 */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import { isCurrent, seal, unseal } from "@/lib/platform/core/sealing";
import type { EndpointAuth, EndpointAuthInput } from "@/lib/supply/publishing/endpoint-auth-schemas";
import { endpointUrlProblem } from "@/lib/supply/skills/endpoint-address";

type Shown = Pick<EndpointAuth, "name" | "token_url">;

const contextOf = (skillId: string) => ["endpoint-auth", skillId];

/** What is set for one of the caller's skills, without the secret. Throws not_found. */
export async function get(caller: Caller, skillId: string): Promise<EndpointAuth> {
  await requireOwned(caller, skillId);
  const row = await prisma().skillEndpointAuth.findUnique({ where: { skillId } });
  if (!row) return { kind: "none", name: null, token_url: null, updated_at: null };
  return { kind: row.kind as EndpointAuth["kind"], ...(row.shown as Shown), updated_at: row.updatedAt };
}

/** Sets it; the next call carries it. Throws not_found, and invalid_request for a token URL that may not be called. */
export async function put(caller: Caller, skillId: string, input: EndpointAuthInput): Promise<EndpointAuth> {
  await requireOwned(caller, skillId);
  const problem = input.kind === "oauth_client_credentials" ? endpointUrlProblem(input.token_url) : null;
  if (problem) throw invalid([{ param: "token_url", message: problem }]);
  const data = {
    kind: input.kind,
    shown: shownOf(input),
    sealed: seal(JSON.stringify(input), contextOf(skillId)),
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

/** The secret of a skill, to make one of its calls; null when there is none. */
export async function open(skillId: string): Promise<EndpointAuthInput | null> {
  const row = await prisma().skillEndpointAuth.findUnique({ where: { skillId }, select: { sealed: true } });
  return row && (JSON.parse(unseal(row.sealed, contextOf(skillId))) as EndpointAuthInput);
}

/** Encrypts with the current key what an older one encrypted. Returns how many there were. */
export async function reseal(): Promise<number> {
  const rows = await prisma().skillEndpointAuth.findMany();
  let changed = 0;
  for (const { skillId, sealed } of rows) {
    if (isCurrent(sealed)) continue;
    const text = seal(unseal(sealed, contextOf(skillId)), contextOf(skillId));
    changed += (await prisma().skillEndpointAuth.updateMany({ where: { skillId, sealed }, data: { sealed: text } }))
      .count;
  }
  return changed;
}

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
