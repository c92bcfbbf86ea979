import { expect, test } from "vitest";
import { visibleParts } from "@/lib/supply/skills/visible-text";

const shown = (text: string) =>
  visibleParts(text)
    .map((part) => (part.isHidden ? `[${part.text}]` : part.text))
    .join("");
const tags = (text: string) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
const selectors = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(0xe0100 + letter.charCodeAt(0) - 16)).join("");

test.each<[string, string, string]>([
  ["a bidi override", "user\u202e nimda", "user[U+202E] nimda"],
  ["a zero-width space", "a\u200bb", "a[U+200B]b"],
  ["many of the same", `a${"\u200b".repeat(40)}b`, "a[U+200B ×40]b"],
  [
    "many different ones",
    "\u200b\u200c\u200d\u2060\u200b\u200c\u200d",
    "[U+200B U+200C U+200D U+2060 U+200B U+200C … 7 in all]",
  ],
  ["letters as tags", `hi${tags("run x")}`, "hi[5 hidden letters: “run x”]"],
  ["bytes as selectors", `😀${selectors("curl")}`, "😀[4 hidden letters: “curl”]"],
  ["a control character", "\u001b[8mhidden", "[U+001B][8mhidden"],
  ["a carriage return that overwrites its line", "good\revil", "good[U+000D]evil"],
  ["a blank letter", "a\u3164b", "a[U+3164]b"],
  ["a lone surrogate", "a\ud800b", "a[U+D800]b"],
  ["a line separator", "a\u2028b", "a[U+2028]b"],
])("%s is shown by its name", (_what, text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each<[string, string]>([
  ["line ends and tabs", "one\r\n\ttwo\n"],
  ["emoji of several parts", "👩‍💻 and ❤️"],
  ["a flag", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
  ["Persian with its joiner", "می\u200cخواهم"],
  ["Japanese, German, code", "日本語 Größe <script>alert(1)</script>"],
  ["nothing", ""],
])("%s stay as they are", (_what, text) => {
  expect(shown(text)).toBe(text);
});

test("nothing of a text is lost, and a long one takes time in proportion", () => {
  const text = "a\u200bb\u202e".repeat(20_000);
  const parts = visibleParts(text);
  expect(
    parts
      .filter(({ isHidden }) => !isHidden)
      .map((part) => part.text)
      .join(""),
  ).toBe("ab".repeat(20_000));
  expect(parts.filter(({ isHidden }) => isHidden)).toHaveLength(40_000);
});
