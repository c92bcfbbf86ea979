import { z } from "zod";
import type { Content } from "@/lib/supply/skills/content-schemas";
import { callable } from "@/lib/supply/skills/operations";

export const NotCompared = z
  .enum(["buyers_secret", "destructive_tools", "no_reviewed_response"])
  .meta({ id: "NotCompared", description: "Why no comparison calls are made.", example: "buyers_secret" });
export type NotCompared = z.output<typeof NotCompared>;

/** Each reason in words, after "Not compared:". */
export const NOT_COMPARED: Record<NotCompared, string> = {
  buyers_secret: "it needs the buyer's secret, which our calls never carry.",
  destructive_tools: "each of its tools may change or delete something.",
  no_reviewed_response: "no test call of the reviewed version succeeded.",
};

type Compared = Pick<Content, "execution_type" | "api_endpoint" | "credentials" | "operations">;

/** The test call of a version: of its endpoint, or of some of its tools. */
type Probed = { result?: unknown; tools?: unknown };

/**
 * Why a version is never called for a comparison; null for a package, and for one that is. Without `probe` its test call is still to come.
 */
export function whyNotCompared(
  { execution_type, api_endpoint, credentials, operations }: Compared,
  probe?: Probed,
): NotCompared | null {
  if (execution_type === "download" || api_endpoint === null) return null;
  if (credentials !== null) return "buyers_secret";
  if (operations !== null && callable(operations).length === 0) return "destructive_tools";
  return probe === undefined || hasResponse(probe, operations !== null) ? null : "no_reviewed_response";
}

/** Whether a test call has a response that later ones can be compared with. */
export function hasResponse({ result, tools }: Probed, hasTools: boolean): boolean {
  if (hasTools)
    return Array.isArray(tools) && tools.some(({ failure, text }) => failure === null && typeof text === "string");
  const { ok, response } = Object(result);
  return ok === true && typeof response?.body === "string";
}
