import { expect, test } from "vitest";
import { isPlainLine, isPlainText } from "@/lib/platform/core/hidden-characters";

test.each(["Ada Lovelace", "José Müller & Söhne", "日本語ラボ", "می\u200cخواهم", "Team 👩‍💻", "O'Brien <x>", "אבג"])(
  "%s is one plain line",
  (name) => {
    expect([isPlainLine(name), isPlainText(`${name}\n${name}`)]).toEqual([true, true]);
  },
);

test.each([
  "Ada\n## Note",
  "Ada\u200b",
  "Ada\u202e",
  "Ada\u2028Note",
  "Ada\u0000",
  "Ada\u001b[8m",
  "Ada\ufe01\ufe02\ufe03",
  "Ada\u{e0041}\u{e0042}",
  "Ada\u3164",
])("%j is none", (name) => {
  expect(isPlainLine(name)).toBe(false);
  if (!name.includes("\n")) expect(isPlainText(name)).toBe(false);
});
