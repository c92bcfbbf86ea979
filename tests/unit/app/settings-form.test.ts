import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { changeOf } from "@/app/admin/settings/_components/fields";
import { fieldsOf } from "@/app/admin/settings/_components/inputs";
import { DEFAULTS, SiteSettings } from "@/lib/platform/site/schemas";
import { SETTINGS, SITE_SETTINGS } from "@/lib/platform/site/setting-schemas";

/** Examples of all settings; one reason has an empty line, which the text field can't express. */
const CHANGED: SiteSettings = {
  ...SiteSettings.parse(Object.fromEntries(SITE_SETTINGS.map((name) => [name, SETTINGS[name].schema.meta()?.example]))),
  rejection_reasons: [{ title: "Wrong category", text: "It does not fit.\n\nChoose another one." }],
  mail_footer: "Acme Ltd\n1 Main Street",
};
const FIELDS = fieldsOf(CHANGED);
/** What reads settings: all but the list and the form. */
const READERS = globSync("{lib,app,host}/**/*.{ts,tsx}", {
  exclude: (path) => /settings|\/site\/.*schemas|generated/.test(path),
})
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");
const NAMES = FIELDS.map(({ name }) => name);

/** What a browser sends of the page: line breaks as CRLF. */
function formOf(fields: typeof FIELDS, edits: Record<string, string>, absent: string[] = []): FormData {
  const form = new FormData();
  for (const { name, text } of fields)
    if (!absent.includes(name)) form.set(name, (edits[name] ?? text).replaceAll("\n", "\r\n"));
  return form;
}

describe("the form of the marketplace's settings", () => {
  test("has every setting but the images, which have forms of their own", () => {
    expect([...NAMES, "logo", "landing_picture"].toSorted()).toEqual(SITE_SETTINGS.toSorted());
  });

  test.each([
    ["the defaults", DEFAULTS],
    ["other settings", CHANGED],
  ])("sends nothing when nothing of %s was edited", (_, settings) => {
    const fields = fieldsOf(settings);
    expect(changeOf(fields, formOf(fields, {}))).toEqual({});
  });

  test.each(NAMES)("shows %s so that it reads back as it was", (name) => {
    const settings = {
      ...CHANGED,
      rejection_reasons: [{ title: "Wrong category", text: "It does not fit." }],
    };
    const own = fieldsOf(settings);
    // As if somebody had typed the present value over the default.
    const base = own.map((field) => ({ ...field, text: field.name === name ? "other" : field.text }));
    expect(changeOf(base, formOf(own, {}))).toEqual({ [name]: settings[name] });
  });

  test.each(SITE_SETTINGS)("%s is read somewhere", (name) => {
    expect(READERS, `read settings.${name} where it is to matter`).toMatch(new RegExp(`[."]${name}\\b`));
  });

  test("has the limits of the schema", () => {
    const fieldOf = (name: string) => FIELDS.find((field) => field.name === name);
    expect(fieldOf("fee_percent")?.limit).toEqual({ min: 0, max: 100, step: 0.01 });
    expect(fieldOf("review_target_hours")?.limit).toEqual({ min: 1, max: 720, step: 1 });
    expect(fieldOf("announcement")?.limit).toEqual({ maxLength: 300 });
    expect(fieldOf("support_email")).toMatchObject({ type: "email", limit: {} });
    expect(fieldOf("accent_color")?.limit).toEqual({ pattern: "^#[0-9a-fA-F]{6}$" });
  });

  test("sends only what was edited", () => {
    const edits = { announcement: "", fee_percent: "15.5", operator_details: "2 Side Street\n\nDE 1234" };
    expect(changeOf(FIELDS, formOf(FIELDS, edits))).toEqual({
      announcement: null,
      fee_percent: 15.5,
      operator_details: ["2 Side Street", "DE 1234"],
    });
    const reasons = "Too short\nSay more.\n\nCopy\nOf another skill.";
    expect(changeOf(FIELDS, formOf(FIELDS, { rejection_reasons: reasons }))).toEqual({
      rejection_reasons: [
        { title: "Too short", text: "Say more." },
        { title: "Copy", text: "Of another skill." },
      ],
    });
  });

  test.each(NAMES)("without an input, %s is not sent", (name) => {
    const edited = name === "announcement" ? "support_email" : "announcement";
    const change = changeOf(FIELDS, formOf(FIELDS, { [edited]: "new@example.com" }, [name]));
    expect(change).toEqual({ [edited]: "new@example.com" });
  });
});
