import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { run } from "@/tests/support/money";
import { administrator, draftSkill, liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

type Secret = { secret: string; previous: { secret: string; ends_at: string } | null };
const ask = async (method: string, key: string, id: string, path = "", body?: object) => {
  const answer = await call(method, `/v1/developer/skills/${id}/secret${path}`, {
    key,
    ...(body && { body }),
  });
  return { status: answer.status, error: answer.body.error, ...(answer.body as unknown as Secret) };
};
/** Which of the secrets the newest call to the upstream proves itself with. */
const provenBy = (secrets: string[]) => {
  const received = upstream.received.at(-1);
  const headers = received?.headers as Record<string, string>;
  return secrets.map((secret) => {
    try {
      new Webhook(secret).verify(received?.body ?? "", headers);
      return true;
    } catch {
      return false;
    }
  });
};

describe("the signing secret", () => {
  test("signs calls, alone until it is rotated", async () => {
    const developer = await person();
    const { id, slug } = await liveSkill(developer);
    const first = await ask("GET", developer.key, id);
    expect(first.previous).toBeNull();
    await run(developer.key, slug, { text: "x" });
    expect(provenBy([first.secret])).toEqual([true]);
  });

  test("after a rotation calls carry both signatures until the grace period ends", async () => {
    const developer = await person();
    const { id, slug } = await liveSkill(developer);
    const old = await ask("GET", developer.key, id);
    const rotated = await ask("POST", developer.key, id, "/rotation", { grace_hours: 2 });
    expect(rotated.secret).not.toBe(old.secret);
    expect(rotated.previous?.secret).toBe(old.secret);
    const hours = (Date.parse(rotated.previous?.ends_at ?? "") - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(1.9);
    expect(hours).toBeLessThan(2.1);
    await run(developer.key, slug, { text: "x" });
    expect(provenBy([old.secret, rotated.secret])).toEqual([true, true]);
    await prisma().skill.update({
      where: { id },
      data: { previousSecretEndsAt: new Date(Date.now() - 1000) },
    });
    expect((await ask("GET", developer.key, id)).previous).toBeNull();
    await run(developer.key, slug, { text: "x" });
    expect(provenBy([old.secret, rotated.secret])).toEqual([false, true]);
    const again = await ask("POST", developer.key, id, "/rotation", {});
    expect(again.previous?.secret).toBe(rotated.secret);
    const ended = await ask("DELETE", developer.key, id, "/rotation");
    expect(ended).toMatchObject({ secret: again.secret, previous: null });
    await run(developer.key, slug, { text: "x" });
    expect(provenBy([rotated.secret, again.secret])).toEqual([false, true]);
  });

  test("without a grace the old secret is worthless at once", async () => {
    const developer = await person();
    const { id, slug } = await liveSkill(developer);
    const old = await ask("GET", developer.key, id);
    const rotated = await ask("POST", developer.key, id, "/rotation", { grace_hours: 0 });
    expect(rotated.previous).toBeNull();
    await run(developer.key, slug, { text: "x" });
    expect(provenBy([old.secret, rotated.secret])).toEqual([false, true]);
  });

  test("a caller's pseudonym outlives every rotation", async () => {
    const developer = await person();
    const { id, slug } = await liveSkill(developer);
    await run(developer.key, slug, { text: "x" });
    const before = upstream.received.at(-1)?.headers["x-caller-id"];
    await ask("POST", developer.key, id, "/rotation", { grace_hours: 0 });
    await run(developer.key, slug, { text: "x" });
    expect(upstream.received.at(-1)?.headers["x-caller-id"]).toBe(before);
  });

  test("ten rotations at once leave one newest secret and one before it", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask("POST", developer.key, id, "/rotation", {})),
    );
    expect(new Set(answers.map(({ secret }) => secret)).size).toBe(10);
    const now = await ask("GET", developer.key, id);
    expect(answers.map(({ secret }) => secret)).toContain(now.secret);
    expect(answers.map(({ secret }) => secret)).toContain(now.previous?.secret);
  });

  test("no other account and no read-only key can read or rotate it", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer);
    const reader = await call("POST", "/v1/keys", {
      key: developer.key,
      body: { name: "reader", scopes: ["read"] },
    });
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/rotation"],
      ["DELETE", "/rotation"],
    ] as const) {
      const body = method === "POST" ? {} : undefined;
      expect((await ask(method, (await person()).key, id, path, body)).status).toBe(404);
      expect((await ask(method, (await administrator()).key, id, path, body)).status).toBe(404);
      expect((await ask(method, String(reader.body.api_key), id, path, body)).error.code).toBe("key_scope");
      expect((await call(method, `/v1/developer/skills/${id}/secret${path}`, { ...(body && { body }) })).status).toBe(
        401,
      );
    }
    for (const grace_hours of [-1, 169, 1.5, "2"])
      expect((await ask("POST", developer.key, id, "/rotation", { grace_hours })).status).toBe(400);
  });
});
