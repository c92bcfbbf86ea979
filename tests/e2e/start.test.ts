import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { Client } from "pg";
import { FULL, test } from "@/tests/e2e/fixtures";
import { DEMO_FOLDER, DEMO_GREETING, DEMO_KEY } from "@/tests/e2e/product";
import { dataFolder, start } from "@/tests/e2e/started";
import { freePort } from "@/tests/support/free-port";

/** What the first start of all left behind: the demo, which takes as long as all that follows. */
const data = dataFolder(process.env[DEMO_FOLDER]);
const apiKey = process.env[DEMO_KEY] ?? "";
test.afterAll(() => data.remove());

/** Whether a process is alive; one that has ended and only waits to be noticed is not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
/** The first line that is answered to a request that offers another protocol. */
const offering = (protocol: string, port: number, path: string) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (part) => (text += part));
    socket.once("close", () => resolve(text.split("\r\n")[0] ?? ""));
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
    );
  });
const databasePid = () => Number.parseInt(readFileSync(join(data.folder, "postgres", "postmaster.pid"), "utf8"), 10);

test.describe("npm start", () => {
  // One is the other's past.
  test.describe.configure({ mode: "serial", timeout: 300_000 });

  test("serves what it promises, refuses a second start, and leaves nothing running", async () => {
    const port = await freePort();
    const greeting = process.env[DEMO_GREETING] ?? "";
    expect(greeting).toContain(`Demo API key: ${apiKey}`);
    const first = await start(data.folder, port, { LOG_LEVEL: "info" });
    // A busy machine's database may not answer in time at first.
    const health = async () => (await fetch(`${first.url}/v1/health`)).json();
    await expect.poll(health).toMatchObject({ status: "ok", database: "ok" });
    // Clients that offer HTTP/2 with every request are answered in HTTP/1.1, also once a page was asked for.
    expect((await fetch(`${first.url}/sign-in`)).status).toBe(200);
    expect(await offering("h2c", port, "/v1/health")).toBe("HTTP/1.1 200 OK");
    const curl = /-H 'Authorization: Bearer (\w+)'.*-d '(.*)'/.exec(greeting);
    const answer = await fetch(`${first.url}/v1/skills/text-statistics/execute`, {
      method: "POST",
      body: curl?.[2] ?? "",
      headers: { authorization: `Bearer ${curl?.[1]}`, "content-type": "application/json" },
    });
    expect((await answer.json()).result.words).toBe(5);
    await expect(start(data.folder, await freePort())).rejects.toThrow(
      /is in use by process \d+\. Stop it, or set DATA_DIR/,
    );
    const database = databasePid();
    expect(await first.stop()).toBe(0);
    expect(isAlive(database)).toBe(false);
    // After the greeting, which is for people, every line is JSON.
    const [, logged = ""] = first.output().split(/is ready at .*\n\n/);
    const lines = logged
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(["page", "request", "ending"]));
  });

  test("recovers from a kill that left its database behind, and keeps the data", FULL, async () => {
    const killed = await start(data.folder, await freePort());
    const orphan = databasePid();
    await killed.stop("SIGKILL");
    expect(isAlive(orphan)).toBe(true);
    const again = await start(data.folder, await freePort());
    expect(isAlive(orphan)).toBe(false);
    expect(again.output()).not.toContain("Demo API key");
    expect(await again.stop("SIGINT")).toBe(0);
  });

  test("credits of the sandbox arrive whatever address the world reaches it by", FULL, async () => {
    const base = "http://market.example";
    const product = await start(data.folder, await freePort(), { PUBLIC_URL: base });
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const balance = async () => (await (await fetch(`${product.url}/v1/balance`, { headers })).json()).balance;
    const before = await balance();
    const body = JSON.stringify({ amount: 10 });
    const checkout = await fetch(`${product.url}/v1/credits/topup`, { method: "POST", headers, body });
    const page = String((await checkout.json()).checkout_url).replace(base, product.url);
    expect((await fetch(`${page}/pay`, { method: "POST", redirect: "manual" })).status).toBe(303);
    await expect.poll(balance).toBe(before + 10);
    expect(await product.stop()).toBe(0);
  });

  test("limits what answers among the pages by the address of the socket, whatever a client writes into its headers", async () => {
    const product = await start(data.folder, await freePort(), {
      RATE_LIMITS: "on",
      RATE_LIMIT_SCALE: "0.1",
    });
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const headers = { "x-forwarded-for": `203.0.113.${i}` };
        return (await fetch(`${product.url}/suggest?search=text`, { headers })).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await product.stop()).toBe(0);
  });

  test(
    "shuts down completely although a part fails: its database is stopped, and its folder is unlocked",
    FULL,
    async () => {
      const product = await start(data.folder, await freePort(), { WORKER: "off" });
      const database = new Client({
        connectionString: readFileSync(join(data.folder, "database-url"), "utf8"),
      });
      await database.connect();
      await database.query(`CREATE FUNCTION refuse_uses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused in a test'; END $$;
      CREATE TRIGGER refuse_uses BEFORE UPDATE OF last_used_at ON api_key EXECUTE FUNCTION refuse_uses()`);
      await database.end();
      const pid = databasePid();
      const exited = once(product.child, "exit");
      const status = async (path: string, headers = {}) => (await fetch(product.url + path, { headers })).status;
      expect(await status("/ready")).toBe(200);
      product.child.kill("SIGTERM");
      while ((await status("/ready")) === 200);
      // What is noted of this use is written last of all.
      expect(await status("/v1/balance", { authorization: `Bearer ${apiKey}` })).toBe(200);
      expect(await exited).toEqual([0, null]);
      expect([isAlive(pid), existsSync(join(data.folder, "database-url"))]).toEqual([false, false]);
    },
  );

  test(
    "says in one line which port is taken, which setting is wrong, and which database does not answer",
    FULL,
    async () => {
      const taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, resolve));
      const { port } = taken.address() as { port: number };
      await expect(start(data.folder, port)).rejects.toThrow(`Port ${port} is in use. Set PORT to another one.`);
      taken.close();
      await expect(start(data.folder, 0, { MAX_IN_FLIGHT: "lots" })).rejects.toThrow(/MAX_IN_FLIGHT/);
      await expect(start(data.folder, 0, { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" })).rejects.toThrow(
        /The database cannot be reached/,
      );
      await expect(start(data.folder, 0, { APP_ENV: "production" })).rejects.toThrow(
        /In production: .*SESSION_SECRET.*RATE_LIMITS=off/,
      );
    },
  );
});
