import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { ARCHIVE_LIMITS } from "@/lib/supply/packages/limits";
import { uploadsFolder } from "@/lib/supply/packages/receive";
import { call } from "@/tests/support/api";
import { packageOf, putPackage } from "@/tests/support/packages";
import { draftSkill, person } from "@/tests/support/people";

/** The folders of uploads that are looked through, those of other test files among them. */
const uploads = () => readdirSync(uploadsFolder()).filter((name) => name.startsWith("marketplace-upload-"));

test("a package of one byte more than 50 MB is 413, keeps nothing of it, and leaves the one before", async () => {
  const developer = await person();
  const skill = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
  const kept = await putPackage(developer.key, skill.id, packageOf(skill.slug, "1.0.0"));
  expect(kept.status).toBe(200);
  const before = uploads();
  const refused = await putPackage(developer.key, skill.id, new Uint8Array(ARCHIVE_LIMITS.maxPackedBytes + 1));
  expect([refused.status, refused.body.error.code]).toEqual([413, "payload_too_large"]);
  expect(refused.body.error.details).toEqual({ max_bytes: 50 * 1024 * 1024 });
  // Other test files upload beside it: nothing may stay that is not gone a moment later.
  await expect.poll(() => uploads().filter((name) => !before.includes(name))).toEqual([]);
  const after = await call("GET", `/v1/developer/skills/${skill.id}/package`, { key: developer.key });
  expect(kept.body).toMatchObject(after.body);
});

test("a package that says it is too large is refused before it is read, with its size", async () => {
  const developer = await person();
  const { id } = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
  let isRead = false;
  const unread = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isRead = true;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { status, body } = await call("PUT", `/v1/developer/skills/${id}/package`, {
    key: developer.key,
    raw: unread,
    headers: { "content-type": "application/zip", "content-length": String(51 * 1024 * 1024) },
  });
  expect([status, body.error.message, isRead]).toEqual([413, "This ZIP is 51 MB; the limit is 50 MB.", false]);
});

test("fifty megabytes to the byte are read, and refused for what they are", async () => {
  const developer = await person();
  const { id } = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
  const refused = await putPackage(developer.key, id, new Uint8Array(ARCHIVE_LIMITS.maxPackedBytes));
  expect([refused.status, refused.body.error.code]).toEqual([400, "invalid_package"]);
});

test("an event of more than 1 MiB is 413 before its signature is looked at, and stored nowhere", async () => {
  const before = await prisma().paymentEvent.count();
  const post = (bytes: number) =>
    call("POST", "/v1/webhooks/stripe", {
      raw: new Uint8Array(bytes).fill(0x20),
      headers: { "stripe-signature": "t=1,v1=00" },
    });
  const refused = await post(1024 * 1024 + 1);
  expect([refused.status, refused.body.error.code]).toEqual([413, "payload_too_large"]);
  const unsigned = await post(1024 * 1024);
  expect([unsigned.status, unsigned.body.error.code]).toEqual([400, "invalid_signature"]);
  expect(await prisma().paymentEvent.count()).toBe(before);
});

test("many accounts that send slowly keep nobody from uploading", async () => {
  const slow = await Promise.all(
    Array.from({ length: 25 }, async () => {
      const developer = await person();
      const { id } = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const answered = call("PUT", `/v1/developer/skills/${id}/package`, {
        key: developer.key,
        raw: readable,
        headers: { "content-type": "application/zip" },
      });
      await writer.write(new Uint8Array(1));
      return { writer, answered };
    }),
  );
  const developer = await person();
  const skill = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
  expect((await putPackage(developer.key, skill.id, packageOf(skill.slug, "1.0.0"))).status).toBe(200);
  for (const { writer } of slow) await writer.abort(new Error("gone"));
  expect(new Set((await Promise.all(slow.map(({ answered }) => answered))).map(({ status }) => status))).toEqual(
    new Set([400]),
  );
});

test("an upload that breaks off is the sender's failure, and leaves nothing", async () => {
  const developer = await person();
  const { id } = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
  const before = uploads();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const answered = call("PUT", `/v1/developer/skills/${id}/package`, {
    key: developer.key,
    raw: readable,
    headers: { "content-type": "application/zip" },
  });
  await writer.write(new Uint8Array(1_000));
  await writer.abort(new Error("gone"));
  const { status, body } = await answered;
  expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_request", "body"]);
  await expect.poll(() => uploads().filter((name) => !before.includes(name))).toEqual([]);
});
