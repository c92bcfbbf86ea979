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

/** Why a version is never called for a comparison, as far as its content says; null for a package, and for one that is. */
export function whyNotCompared({
  execution_type,
  api_endpoint,
  credentials,
  operations,
}: Compared): NotCompared | null {
  if (execution_type === "download" || api_endpoint === null) return null;
  if (credentials !== null) return "buyers_secret";
  return operations !== null && callable(operations).length === 0 ? "destructive_tools" : null;
}
