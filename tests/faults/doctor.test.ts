import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { pool } from "@/lib/platform/core/db";
import { startProvider } from "@/tests/support/provider";

/** Runs `npm run doctor` on this file's database. Returns its output and its exit code. */
async function doctor(settings: Record<string, string> = {}, before: string[] = []) {
  const env = { ...process.env, PORT: "0", ...settings };
  const [command = "", ...given] = [...before, process.execPath, "scripts/doctor.mjs"];
  const child = spawn(command, given, {
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

/** The problems: each one's name, what is wrong, and what to do. */
const problemsOf = (output: string) =>
  [...output.matchAll(/^PROBLEM +([a-z -]+?) {2,}(.+)\n +(.+)$/gm)].map(([, ...lines]) => lines);

/** An address of loopback on which nothing listens. */
async function silentPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const dead = await silentPort();
/** What a balancer does while no server leads: it accepts a connection and closes it. */
const balancer = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
await once(balancer, "listening");
const { port: leaderless } = balancer.address() as AddressInfo;
const database = new URL(process.env.DATABASE_URL ?? "");
const withDatabase = (change: (url: URL) => void) => {
  const url = new URL(database);
  // By a socket there is neither a port nor a password.
  url.searchParams.delete("host");
  change(url);
  return { DATABASE_URL: url.href };
};
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "doctor-"));
  await writeFile(join(folder, "file"), "");
});
afterAll(() => {
  balancer.close();
  return rm(folder, { recursive: true, force: true });
});

type Cause = [
  what: string,
  settings: () => Record<string, string>,
  problem: [name: string, text: string, advice: string],
];
/** Problems that one run reports together. */
const TOGETHER: Cause[] = [
  [
    "a dead name server",
    () => ({ DNS_SERVERS: `127.0.0.1:${dead}` }),
    ["name server", `127.0.0.1:${dead} doesn't answer`, "DNS_SERVERS"],
  ],
  [
    "a dead payment processor",
    () => ({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_API_BASE: `http://127.0.0.1:${dead}` }),
    ["payments", `nothing listens at 127.0.0.1:${dead}, so the payment processor can't be reached`, "STRIPE_API_BASE"],
  ],
  [
    "a dead Redis",
    () => ({ REDIS_URL: `redis://127.0.0.1:${dead}` }),
    ["rate limits", `nothing listens at 127.0.0.1:${dead}, so Redis can't be reached`, "in REDIS_URL"],
  ],
  [
    "a dead malware scanner",
    () => ({ CLAMD: `127.0.0.1:${dead}` }),
    ["scanner", `nothing listens at 127.0.0.1:${dead}, so the malware scanner can't be reached`, "in CLAMD"],
  ],
  [
    "a replica that is none",
    () => ({ DATABASE_REPLICA_URL: database.href }),
    ["replica", "the replica is not used: it is not a standby", "name a streaming standby"],
  ],
  [
    "a mail server that refuses connections",
    () => ({ SMTP_URL: `smtp://127.0.0.1:${dead}` }),
    ["mail", `nothing listens at 127.0.0.1:${dead}, so the mail server can't be reached`, "in SMTP_URL"],
  ],
];
const ALONE: Cause[] = [
  [
    "a data folder that is a file",
    () => ({ DATA_DIR: join(folder, "file") }),
    ["settings", "/file is a file where a folder is needed", "Move the file away, or set DATA_DIR to a folder."],
  ],
  [
    "a wrong database password",
    () => withDatabase((url) => (url.password = "wrong")),
    ["database", "the database refuses our user or password", "Correct user and password in DATABASE_URL."],
  ],
  [
    "a database that is down",
    () => withDatabase((url) => (url.port = String(dead))),
    ["database", `nothing listens at 127.0.0.1:${dead}, so the database can't be reached`, "Start the database"],
  ],
  [
    "a cluster without a writer",
    () => withDatabase((url) => (url.port = String(leaderless))),
    [
      "database",
      "connections to the database are closed at once, as a balancer does while no server leads",
      "Wait until one leads",
    ],
  ],
  [
    "a database that does not exist",
    () => withDatabase((url) => (url.pathname = "/nowhere")),
    ["database", 'database "nowhere" does not exist', "Create it (createdb)"],
  ],
  [
    "missing settings in production",
    () => ({ APP_ENV: "production", STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "" }),
    ["settings", "STRIPE_WEBHOOK_SECRET is required", "docs/configuration.md"],
  ],
  [
    "a clock that is wrong",
    () => ({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent("const { now } = Date; Date.now = () => now() + 60_000;")}`,
    }),
    ["database", "the clocks of this machine and of the database differ by ", "time server"],
  ],
];
const asNamed = ([, , [name, text, advice]]: Cause) => [
  name,
  expect.stringContaining(text),
  expect.stringContaining(advice),
];

test.each(ALONE)("%s is named in plain words, with what to do", async (...cause) => {
  const { output, code } = await doctor({ SMTP_URL: "", ...cause[1]() });
  expect(problemsOf(output)).toEqual([asNamed(cause)]);
  expect(output).toContain("1 problem.");
  // Without a database everything else is still checked.
  if (cause[2][0] === "database") expect(output).toMatch(/ok +packages/);
  expect(code).toBe(1);
});

test("several problems are named in one run, each with what to do, and what is well is still looked at", async () => {
  const { output, code } = await doctor(Object.assign({}, ...TOGETHER.map(([, settings]) => settings())));
  const problems = problemsOf(output);
  for (const cause of TOGETHER) expect(problems, cause[0]).toContainEqual(asNamed(cause));
  expect(output).toMatch(/ok +database/);
  expect(output).toMatch(/ok +packages/);
  expect(output).toContain(`${TOGETHER.length} problems.`);
  expect(code).toBe(1);
});

test("a bucket that is missing is named, and one that is there is not", async () => {
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "s3"),
    configureBuckets: [{ name: "packages", configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  const settings = {
    SMTP_URL: "",
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
  try {
    const wrong = await doctor({ ...settings, S3_BUCKET: "other" });
    expect(problemsOf(wrong.output)).toEqual([
      ["packages", "there is no bucket of this name", "Create the bucket, or correct S3_BUCKET and S3_REGION."],
    ]);
    expect((await doctor({ ...settings, S3_BUCKET: "packages" })).code).toBe(0);
  } finally {
    await server.close();
  }
});

test("a port that another program uses is named, and our own is not", async () => {
  const other = createServer((socket) => socket.resume().end("220 hello\r\n")).listen(0);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const taken = await doctor({ SMTP_URL: "", PORT: String(port) });
  expect(problemsOf(taken.output)).toEqual([
    ["port", `port ${port} is in use by another program`, expect.stringContaining("set PORT to another one")],
  ]);
  await new Promise((resolve) => other.close(resolve));
  const own = createHost((_, response) => response.end());
  const ownPort = await listen(own, 0);
  expect((await doctor({ SMTP_URL: "", PORT: String(ownPort) })).output).toContain(
    `a marketplace serves on ${ownPort}`,
  );
  await drain(own);
});

test("migrations that were not applied are named, with the command that applies them", async () => {
  const { rows } = await pool().query(
    "DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING *",
  );
  try {
    const { output, code } = await doctor({ SMTP_URL: "" });
    expect(output).toMatch(
      new RegExp(`PROBLEM +migrations +.*lacks ${rows[0].migration_name}\\. Run: npm run migrate -- apply`),
    );
    expect(code).toBe(1);
  } finally {
    await pool().query(
      "INSERT INTO _prisma_migrations SELECT * FROM jsonb_populate_record(NULL::_prisma_migrations, $1)",
      [JSON.stringify(rows[0])],
    );
  }
});

/** Runs the rest of a command where a folder is a disk of 256 KB: a mount that only this command sees. */
const TINY_DISK = ["-rm", "sh", "-c", 'mount -t tmpfs -o size=256k none "$0" && exec "$@"'];
const hasTinyDisks = spawnSync("unshare", [...TINY_DISK, tmpdir(), "true"]).status === 0;

test.skipIf(!hasTinyDisks)("a full disk is named", async () => {
  const disk = await mkdtemp(join(folder, "disk-"));
  const { output, code } = await doctor({ SMTP_URL: "", DATA_DIR: disk }, ["unshare", ...TINY_DISK, disk]);
  expect(problemsOf(output)[0]).toEqual([
    "data folder",
    expect.stringMatching(/^the disk is full/),
    expect.stringContaining("Make room"),
  ]);
  expect(code).toBe(1);
});

test("a provider of sign-ins is asked for, with the callback address that it must know", async () => {
  const provider = await startProvider();
  const github = { GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" };
  const { output } = await doctor({ ...github, GITHUB_URL: provider.url });
  expect(output).toMatch(/ok +sign-in +GitHub at 127\.0\.0\.1:\d+; .*\/api\/auth\/callback\/github/);
  provider.stop();
  const down = await doctor({ ...github, GITHUB_URL: provider.url });
  expect(down.output).toMatch(/PROBLEM +sign-in +nothing listens at .*\n +.*GITHUB_URL/);
});
