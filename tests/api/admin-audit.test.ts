import { beforeAll, describe, expect, test } from "vitest";
import * as audit from "@/lib/platform/core/audit";
import { transaction } from "@/lib/platform/core/db";
import { call, send } from "@/tests/support/api";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";

let admin: Person;
let someone: Person;
let skill: { id: string; slug: string };
beforeAll(async () => {
  admin = await administrator();
  someone = await person();
  skill = await liveSkill(someone);
  const act = (path: string, body: object) => call("POST", path, { key: admin.key, body });
  await act(`/v1/admin/skills/${skill.id}/suspend`, {
    reason: '=HYPERLINK("https://evil.example"), "quoted"',
  });
  await act(`/v1/admin/skills/${skill.id}/unsuspend`, { reason: "Two\nlines." });
  await act(`/v1/admin/accounts/${someone.id}/credits`, { amount: 1, reason: "Gift." });
  await transaction((db) =>
    audit.write(db, null, "account.revoke_admin", { type: "account", id: someone.id }, { email: someone.email }),
  );
});

const find = async (query: string) => {
  const { body } = await call("GET", `/v1/admin/audit?limit=100&${query}`, { key: admin.key });
  return body.data.map(({ action }) => action);
};

describe("GET /v1/admin/audit", () => {
  test("filters by actor: id, address and the system", async () => {
    const own = ["account.credit", "skill.unsuspend", "skill.suspend"];
    expect(await find(`actor=${admin.id}`)).toEqual(own);
    expect(await find(`actor=${admin.email.toUpperCase()}`)).toEqual(own);
    expect(await find("actor=system")).toEqual(["account.revoke_admin"]);
    expect(await find("actor=nobody@example.com")).toEqual([]);
  });

  test("filters by action and by its beginning up to a dot", async () => {
    expect(await find("action=skill.suspend")).toEqual(["skill.suspend"]);
    expect(await find(`action=skill&actor=${admin.id}`)).toEqual(["skill.unsuspend", "skill.suspend"]);
    expect(await find("action=ski")).toEqual([]);
    expect(await find("action=skil_")).toEqual([]);
  });

  test("filters by subject: its id, its slug or its address", async () => {
    for (const subject of [skill.id, skill.slug])
      expect(await find(`subject=${subject}&actor=${admin.id}`)).toEqual(["skill.unsuspend", "skill.suspend"]);
    expect(await find(`subject=${someone.email}`)).toEqual(["account.revoke_admin", "account.credit"]);
    expect(await find(`subject_type=account&subject=${someone.id}`)).toEqual([
      "account.revoke_admin",
      "account.credit",
    ]);
  });

  test("filters by time, and pages without overlap", async () => {
    expect(await find("start_date=2999-01-01")).toEqual([]);
    expect(await find("end_date=2000-01-01")).toEqual([]);
    const wrong = await call("GET", "/v1/admin/audit?start_date=2026-02-30", { key: admin.key });
    expect([wrong.status, wrong.body.error.param]).toEqual([400, "start_date"]);
    const backwards = "/v1/admin/audit?start_date=2026-03-03&end_date=2026-03-01";
    expect((await call("GET", backwards, { key: admin.key })).status).toBe(400);
    const pages = await Promise.all(
      [0, 1, 2].map((offset) =>
        call("GET", `/v1/admin/audit?actor=${admin.id}&limit=1&offset=${offset}`, { key: admin.key }),
      ),
    );
    expect(pages.map(({ body }) => body.data[0]?.action)).toEqual(await find(`actor=${admin.id}`));
  });

  test("the CSV has the filtered lines, and nothing that a spreadsheet would run", async () => {
    const response = await send("GET", `/v1/admin/audit/export?actor=${admin.id}`, { key: admin.key });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const text = await response.text();
    const lines = text.trimEnd().split("\r\n");
    expect(lines[0]).toBe("time,actor,action,subject_type,subject_id,details,id");
    expect(lines.length).toBe(4);
    expect(lines[3]).toContain(`${admin.email},skill.suspend,skill,${skill.id},"{`);
    expect(text).not.toMatch(/(^|,)"?[=+@]/m);
  });
});
