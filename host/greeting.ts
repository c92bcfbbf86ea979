import { env } from "@/lib/platform/core/env";
import { log } from "@/lib/platform/core/log";
import type { Seeded } from "@/prisma/seed/seed";

/** Says where the marketplace is: to the log, and on a local installation in words, on a demo with the sign-in data. */
export function greet(port: number, seeded: Seeded | null): void {
  const { APP_ENV, PUBLIC_URL } = env();
  const url = PUBLIC_URL === "http://localhost:0" ? `http://localhost:${port}` : PUBLIC_URL;
  log.info({ url, port }, "ready");
  if (APP_ENV === "production") return;
  const lines = [`Skills Marketplace is ready at ${url}`];
  if (seeded) {
    const width = Math.max(...seeded.people.map(({ email }) => email.length));
    lines.push(
      "",
      "Demo accounts:",
      ...seeded.people.map(({ email, password, role }) => `  ${email.padEnd(width)}  ${password}  (${role})`),
      "",
      `Demo API key: ${seeded.apiKey}`,
      "",
      "Try it:",
      `  curl -s '${url}/v1/skills/text-statistics/execute?max_price=0.002' -H 'Authorization: Bearer ${seeded.apiKey}' -H 'Content-Type: application/json' -d '{"text":"How many words is this?"}'`,
    );
  }
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}
