import { describe, expect, test } from "vitest";
import { changeOf, SETTING_NAMES, shown } from "@/app/admin/settings/_components/fields";
import { SITE_SETTINGS, type SiteSettings } from "@/lib/platform/site/schemas";

/** Every setting differs from its default, and one reason has an empty line, which the text field can't express. */
const SETTINGS: SiteSettings = {
  marketplace_name: "Acme Skills",
  accent_color: "#0f766e",
  logo: "a".repeat(64),
  mail_footer: "Acme Ltd\n1 Main Street",
  review_target_hours: 12,
  rejection_reasons: [{ title: "Wrong category", text: "It does not fit.\n\nChoose another one." }],
  fee_percent: 12.5,
  price_rise_percent: 5,
  price_notice_days: 14,
  operator_name: "Acme Ltd",
  operator_details: ["1 Main Street", "DE 1234"],
  support_email: "help@example.com",
  announcement: "Maintenance on Sunday.",
  registration: "invitation",
  terms: "# Terms\n\nOurs.",
  privacy: "# Privacy",
};

/** What a browser sends of the page: line breaks as CRLF. */
function formOf(edits: Record<string, string>, absent: string[] = []): FormData {
  const form = new FormData();
  for (const name of SETTING_NAMES.filter((name) => !absent.includes(name)))
    form.set(name, (edits[name] ?? shown(SETTINGS, name)).replaceAll("\n", "\r\n"));
  return form;
}

describe("the form of the marketplace's settings", () => {
  test("has every setting but the logo, which has its own form", () => {
    expect([...SETTING_NAMES, "logo"].toSorted()).toEqual(SITE_SETTINGS.toSorted());
  });

  test("sends nothing when nothing was edited", () => {
    expect(changeOf(SETTINGS, formOf({}))).toEqual({});
  });

  test("sends only what was edited", () => {
    const edits = { announcement: "", fee_percent: "15", operator_details: "2 Side Street\n\nDE 1234" };
    expect(changeOf(SETTINGS, formOf(edits))).toEqual({
      announcement: null,
      fee_percent: 15,
      operator_details: ["2 Side Street", "DE 1234"],
    });
    const reasons = "Too short\nSay more.\n\nCopy\nOf another skill.";
    expect(changeOf(SETTINGS, formOf({ rejection_reasons: reasons }))).toEqual({
      rejection_reasons: [
        { title: "Too short", text: "Say more." },
        { title: "Copy", text: "Of another skill." },
      ],
    });
  });

  test.each(SETTING_NAMES)("without an input, %s is not sent", (name) => {
    const edited = name === "announcement" ? "support_email" : "announcement";
    const change = changeOf(SETTINGS, formOf({ [edited]: "new@example.com" }, [name]));
    expect(change).toEqual({ [edited]: "new@example.com" });
  });
});
