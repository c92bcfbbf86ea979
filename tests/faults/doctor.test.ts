import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startProvider } from "@/tests/support/provider";

/** Runs `npm run doctor` on this file's database. Returns its output and its exit code. */
async function doctor(settings: Record<string, string> = {}) {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, ["scripts/doctor.mjs"], {
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit") as Promise<[number]>]);
  return { output, code };
}

test("a sound installation has no problems", async () => {
  const { output, code } = await doctor({ SMTP_URL: "" });
  expect(output).toContain("the database has every migration and function");
  expect(output).toMatch(/ok +database +PostgreSQL \d+ answered/);
  expect(output).toMatch(/ok +packages +stored in/);
  expect(output).toContain("No problems.");
  expect(code).toBe(0);
});

test("what does not answer is named, each with what to do, and the others are still looked at", async () => {
  const { output, code } = await doctor({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  expect(output).toMatch(/PROBLEM +database +connect ECONNREFUSED/);
  expect(output).toMatch(/PROBLEM +mail +connect ECONNREFUSED.*\n +Check SMTP_URL/);
  expect(output).toMatch(/ok +packages/);
  expect(code).toBe(1);
});

test("a provider of sign-ins is asked for, with the callback address that it must know", async () => {
  const provider = await startProvider();
  const github = { GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" };
  const { output } = await doctor({ ...github, GITHUB_URL: provider.url });
  expect(output).toMatch(/ok +sign-in +GitHub at 127\.0\.0\.1:\d+; .*\/api\/auth\/callback\/github/);
  provider.stop();
  const down = await doctor({ ...github, GITHUB_URL: provider.url });
  expect(down.output).toMatch(/PROBLEM +sign-in +.*\n +Check GITHUB_URL/);
});
