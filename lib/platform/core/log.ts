import { pino } from "pino";
import { env } from "@/lib/platform/core/env";
import { logFields } from "@/lib/platform/core/log-fields";
import { traceIds } from "@/lib/platform/core/trace";

const SECRETS = ["authorization", "cookie", "password", "secret", "api_key", "token"];

/** Structured log lines on standard output; whatever is named like a secret is never printed. */
export const log = pino({
  level: env().LOG_LEVEL,
  base: undefined,
  mixin: () => ({ ...logFields(), ...traceIds() }),
  redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[secret]" },
});
