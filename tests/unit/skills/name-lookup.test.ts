import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNameLookup } from "@/lib/platform/outbound/name-lookup";
import { startNameServer } from "@/tests/support/name-server";

const ANSWERS: Record<string, string[] | "unknown"> = {
  "two.example.com": ["93.184.215.14", "93.184.215.15"],
  "nowhere.example.com": "unknown",
};
let server: Awaited<ReturnType<typeof startNameServer>>;
beforeAll(async () => {
  server = await startNameServer((name) => ANSWERS[name] ?? "silent");
});
afterAll(() => server.close());

const codeOf = (pending: Promise<unknown>) =>
  pending.then(
    () => null,
    (error: { code: string }) => error.code,
  );
const namesOf = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}.example.com`);

describe("looking names up", () => {
  test("a name has its addresses, and an unknown one fails", async () => {
    const lookup = createNameLookup([server.address]);
    expect(await lookup.addressesOf("two.example.com", "a")).toEqual(ANSWERS["two.example.com"]);
    expect(await codeOf(lookup.addressesOf("nowhere.example.com", "a"))).toBe("ENOTFOUND");
  });

  test("names that never resolve end after three seconds and keep no thread of the process busy", async () => {
    const lookup = createNameLookup([server.address]);
    const startedAt = performance.now();
    let ended = 0;
    const silent = ["a", "b", "c"].flatMap((account) =>
      namesOf(`silent-${account}`, 16).map((name) => codeOf(lookup.addressesOf(name, account)).finally(() => ended++)),
    );
    await promisify(pbkdf2)("password", "salt", 1, 32, "sha256");
    expect(await lookup.addressesOf("two.example.com", "d")).toHaveLength(2);
    expect(ended).toBe(0);
    for (const code of await Promise.all(silent)) expect(["ECANCELLED", "ETIMEOUT"]).toContain(code);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test("one account's look-ups are limited, and look-ups of one name are shared", async () => {
    const lookup = createNameLookup([server.address]);
    const before = server.asked.length;
    const own = namesOf("own", 16).map((name) => codeOf(lookup.addressesOf(name, "a")));
    const shared = namesOf("own", 16).map((name) => codeOf(lookup.addressesOf(name, "b")));
    expect(await codeOf(lookup.addressesOf("one-more.example.com", "a"))).toBe("too_many_in_flight");
    expect(await lookup.addressesOf("two.example.com", "b")).toHaveLength(2);
    await Promise.all([...own, ...shared]);
    const asked = server.asked.slice(before).filter((name) => name.startsWith("own0."));
    // Two tries of two kinds of address.
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(await lookup.addressesOf("two.example.com", "a")).toHaveLength(2);
  });
});
