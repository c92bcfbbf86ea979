import { maxAnswerBytes } from "@/lib/demand/execution/call";
import { differences, noteDifferences } from "@/lib/demand/execution/tool-checks";
import { query } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { connectMcp, endsIn } from "@/lib/platform/outbound/mcp";
import * as endpointAuth from "@/lib/supply/publishing/endpoint-auth";
import { withAuth } from "@/lib/supply/publishing/endpoint-headers";
import * as secrets from "@/lib/supply/publishing/webhook-secrets";
import type { Operation } from "@/lib/supply/skills/operation-schemas";
import { signedHeaders } from "@/lib/supply/skills/signing";

const BATCH = 100;
const TIMEOUT_MS = 10_000;

type Due = { skill_id: string; owner_id: string; version: number; endpoint: string; operations: Operation[] };

// By chance, so that servers that don't answer keep no others waiting.
const DUE = `
  SELECT l.skill_id, l.owner_id, l.revision_number AS version, l.api_endpoint AS endpoint, l.operations
    FROM listing l LEFT JOIN tool_check c ON c.skill_id = l.skill_id AND c.version = l.revision_number
   WHERE l.endpoint_type = 'mcp' AND l.operations IS NOT NULL AND l.api_endpoint IS NOT NULL
     AND (c.checked_at IS NULL OR c.checked_at < now() - interval '20 hours')
   ORDER BY random() LIMIT $1`;

/** Compares the tools of MCP servers with the reviewed ones, of each skill once a day. Returns of how many. */
export async function checkTools(): Promise<number> {
  const due = await query<Due>("execution.tools_due", DUE, [BATCH]);
  const checked = await forEachIsolated("check-tools", due, ({ skill_id }) => skill_id, checkOne);
  return checked.filter(Boolean).length;
}

async function checkOne({ skill_id, owner_id, version, endpoint, operations }: Due): Promise<boolean> {
  const [auth, target] = await Promise.all([
    endpointAuth.open(skill_id, endpoint),
    secrets.requireTarget(skill_id, null),
  ]);
  const { url } = await withAuth({ url: endpoint, headers: {} }, auth?.kind === "query" ? auth : null, owner_id);
  const headersOf = async (body: string) => {
    const headers = signedHeaders({ secrets: target.signingSecrets, id: newId(), at: new Date(), body });
    return (await withAuth({ url, headers }, auth, owner_id)).headers;
  };
  const exchange = { headersOf, endsAt: endsIn(TIMEOUT_MS), maxBytes: maxAnswerBytes() };
  try {
    const session = await connectMcp(url, owner_id, exchange);
    const tools = await session.listTools(exchange).finally(() => void session.close(exchange));
    await noteDifferences(skill_id, version, differences(operations, tools));
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.info({ err: error, skill: skill_id }, "the tools of an MCP server could not be read");
    return false;
  }
}
