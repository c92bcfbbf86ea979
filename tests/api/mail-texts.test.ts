import { afterEach, beforeAll, describe, expect, test } from "vitest";
import * as links from "@/lib/identity/accounts/links";
import { pool, prisma } from "@/lib/platform/core/db";
import { storedMails } from "@/lib/platform/notifications/mail";
import { MAIL_KINDS } from "@/lib/platform/notifications/mail-kinds";
import { defaultLetter, defaultTemplate, fill, placeholdersOf } from "@/lib/platform/notifications/mail-template";
import * as notifications from "@/lib/platform/notifications/service";
import { call } from "@/tests/support/api";
import { mailTo } from "@/tests/support/mails";
import { administrator, type Person, person } from "@/tests/support/people";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});
afterEach(async () => {
  await prisma().mailText.deleteMany();
});

const PATH = "/v1/admin/mail-texts";
const put = (kind: string, subject: string, body: string, by = admin) =>
  call("PUT", `${PATH}/${kind}`, { key: by.key, body: { subject, body } });
const textOf = async (kind: string) =>
  (await call("GET", PATH, { key: admin.key })).body.data.find((mail) => mail.kind === kind);

/** The mail of a notice about a rejected skill. */
async function rejected(someone: Person, skill = "Text statistics", reason: string | null = "It is slow.") {
  const notice = { kind: "skill_rejected", data: { skill, skillId: "1", reason } } as const;
  await notifications.notify(pool(), someone.id, crypto.randomUUID(), notice);
  await notifications.deliverMails();
  return storedMails().find(({ to }) => to === someone.email);
}

describe("mail texts", () => {
  test("the default of every kind, filled, is what the code says", () => {
    for (const kind of MAIL_KINDS.values()) {
      const message = kind.message(kind.sample);
      const filling = {
        message,
        data: kind.sample,
        name: "Ada",
        marketplace: "M",
        base: "http://market.test",
      };
      // Kinds that take the marketplace's name have it from the sample.
      const marketplace = String(kind.sample.marketplace ?? "M");
      expect(fill(defaultTemplate(kind), { ...filling, marketplace })).toEqual(defaultLetter(message));
      for (const name of kind.required) expect(Object.keys(placeholdersOf(kind))).toContain(name);
    }
  });

  test("a changed text is what is mailed, its values are text, and the button stands where it is put", async () => {
    const someone = await person();
    const changed = await put(
      "skill_rejected",
      "{{skill}} at {{marketplace}}",
      "Hello {{ name }},\nbad news.\n\n{{link}}\n\n{{reason}}",
    );
    expect(changed.body).toMatchObject({ kind: "skill_rejected", is_default: false });
    const mail = await rejected(someone, "<b>Bold</b> {{name}}", "<script>alert(1)</script>");
    expect(mail?.subject).toBe("<b>Bold</b> {{name}} at Skills Marketplace");
    const { name } = await prisma().account.findUniqueOrThrow({ where: { id: someone.id } });
    expect(mail?.text).toContain(`Hello ${name || someone.email},\nbad news.`);
    expect(mail?.html).not.toContain("<script>");
    expect(mail?.html.indexOf("Edit the skill")).toBeLessThan(mail?.html.indexOf("alert(1)") ?? 0);
    const audit = await call("GET", "/v1/admin/audit?action=mail_text.change", { key: admin.key });
    expect(audit.body.data[0]).toMatchObject({
      actor: { id: admin.id },
      subject_type: "mail_text",
      subject_id: "skill_rejected",
      details: { subject: "{{skill}} at {{marketplace}}" },
    });
    // What the marketplace itself shows keeps the default.
    const notices = await call("GET", "/v1/notifications", { key: someone.key });
    expect(notices.body.data[0]?.title).toBe("<b>Bold</b> {{name}} was not approved");
  });

  test("the link of a mail from a form is filled, too, and the default comes back when it is restored", async () => {
    const someone = await person();
    const defaults = await textOf("reset_password");
    await put("reset_password", "A new password", "Go to {{link}} at {{marketplace}}.");
    await links.request("reset-password", someone.email);
    const mail = await mailTo(someone.email);
    expect(mail?.subject).toBe("A new password");
    expect(mail?.text).toMatch(/Go to http:\S+\?token=[\w-]+ at Skills Marketplace\./);
    const restored = await call("DELETE", `${PATH}/reset_password`, { key: admin.key });
    expect(restored.body).toEqual(defaults);
    await links.request("reset-password", someone.email);
    expect((await mailTo(someone.email))?.subject).toBe("Choose a new password");
  });

  test("a text that cannot be filled never keeps a mail back: the default is sent", async () => {
    const someone = await person();
    await put("skill_rejected", "No", "{{reason}}");
    expect((await rejected(someone, "Text statistics", null))?.text).toContain("The reviewer gave no reason.");
    await prisma().mailText.update({ where: { kind: "skill_rejected" }, data: { body: "{{of_old}} {{" } });
    expect((await rejected(someone))?.subject).toBe("Text statistics was not approved");
  });

  test.each([
    ["reset_password", "A {{nme}}", "{{link}}", "subject", "{{nme}}"],
    ["reset_password", "A {{link}}", "{{link}}", "subject", "{{link}}"],
    ["reset_password", "New", "No link.", "body", "{{link}}"],
    ["skill_rejected", "No", "{{slug}}", "body", "{{slug}}"],
    ["skill_rejected", "No", "{{reason", "body", "braces"],
    ["skill_rejected", "No", "{{ constructor }}", "body", "{{constructor}}"],
    ["skill_rejected", "x".repeat(151), "{{reason}}", "subject", "150"],
    ["skill_rejected", "No", "x".repeat(4_001), "body", "4000"],
    ["skill_rejected", "Two\nlines", "{{reason}}", "subject", "one line"],
  ])("a text is refused by name: %s, case %#", async (kind, subject, body, param, word) => {
    for (const [method, path] of [
      ["PUT", ""],
      ["POST", "/preview"],
      ["POST", "/test"],
    ] as const) {
      const { status, body: answer } = await call(method, `${PATH}/${kind}${path}`, {
        key: admin.key,
        body: { subject, body },
      });
      expect([status, answer.error.code, answer.error.param]).toEqual([400, "invalid_request", param]);
      expect(answer.error.message).toContain(word);
    }
    expect(await prisma().mailText.count()).toBe(0);
  });

  test("a preview and a test mail show sample values and store nothing", async () => {
    const body = { subject: "{{skill}}: no", body: "Dear {{name}}, {{reason}}\n\n{{link}}" };
    const preview = await call("POST", `${PATH}/skill_rejected/preview`, { key: admin.key, body });
    expect(preview.body).toMatchObject({ subject: "Text statistics: no" });
    expect(preview.body.html).toContain("Dear Ada Lovelace, The endpoint doesn&#x27;t respond.");
    expect(preview.body.text).toContain("Edit the skill");
    const sent = await call("POST", `${PATH}/skill_rejected/test`, { key: admin.key, body });
    expect(sent.body).toEqual({ sent_to: admin.email });
    expect(storedMails().find(({ to }) => to === admin.email)?.subject).toBe("Text statistics: no");
    expect(await prisma().mailText.count()).toBe(0);
  });

  test("only administrators read and change them, and an unknown kind is 404", async () => {
    const someone = await person();
    const body = { subject: "A", body: "B" };
    for (const [method, path] of [
      ["GET", PATH],
      ["PUT", `${PATH}/receipt`],
      ["DELETE", `${PATH}/receipt`],
      ["POST", `${PATH}/receipt/preview`],
      ["POST", `${PATH}/receipt/test`],
    ] as const) {
      const options = { ...(method !== "GET" && method !== "DELETE" && { body }) };
      expect((await call(method, path, { ...options, key: someone.key })).status).toBe(403);
      if (path !== PATH)
        expect((await call(method, path.replace("receipt", "toString"), { ...options, key: admin.key })).status).toBe(
          404,
        );
    }
  });
});
