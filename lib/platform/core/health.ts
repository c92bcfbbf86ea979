import { z } from "zod";
import { isDatabaseReachable } from "@/lib/platform/core/db";
import { VERSION } from "@/lib/platform/core/version";

/** What `/v1/health` answers. */
export const Health = z
  .object({
    status: z.literal("ok"),
    version: z.string().meta({ example: "0.1.0" }),
    uptime_seconds: z.number().int(),
    database: z.enum(["ok", "unreachable"]).meta({ id: "DatabaseState" }),
  })
  .meta({ id: "Health" });

/** Liveness: this process serves, and whether its database answers. */
export async function report(): Promise<z.input<typeof Health>> {
  const database = (await isDatabaseReachable()) ? "ok" : "unreachable";
  return { status: "ok", version: VERSION, uptime_seconds: Math.floor(process.uptime()), database };
}
