import { expect, test } from "vitest";
import { textPdf } from "@/lib/platform/core/pdf";

const read = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

test("a PDF's table leads to each of its objects, and texts cannot leave their string", () => {
  const text = read(textPdf([{ text: "Paid (in full) \\ café 日本", size: 18, isBold: true }]));
  expect(text.startsWith("%PDF-1.4\n")).toBe(true);
  expect(text).toContain("(Paid \\(in full\\) \\\\ caf\xe9 ??) Tj");
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe("xref");
  const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset, at) => text.slice(offset).startsWith(`${at + 1} 0 obj`))).toEqual(
    offsets.map(() => true),
  );
});

test("lines that do not fit on a page go on on the next one", () => {
  const text = read(textPdf(Array.from({ length: 100 }, (_, at) => ({ text: `line ${at}` }))));
  expect(text).toContain("/Count 3");
  expect(text).toContain("(line 99) Tj");
});

/** The lines that a PDF draws. */
const linesOf = (text: string, isBold = false) =>
  [
    ...Buffer.from(textPdf([{ text, isBold }]))
      .toString("latin1")
      .matchAll(/\((.*)\) Tj/g),
  ].map(([, line]) => line);

test("a line that is too long goes on in the next one, whole, at spaces or inside a long word", () => {
  const address =
    "The Honourable Company of Purveyors of Skills, 221 Upper Warehouse Street, Building 7, ".repeat(3);
  for (const isBold of [false, true]) {
    const lines = linesOf(address, isBold);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(" ")).toBe(address);
    const word = "W".repeat(300);
    expect(linesOf(word, isBold).join("")).toBe(word);
    // 483 points between the margins hold 51 letters of 9.44 points.
    expect(Math.max(...linesOf(word, isBold).map((line) => line?.length ?? 0))).toBeLessThanOrEqual(51);
  }
  expect(linesOf("")).toEqual([""]);
  expect(linesOf("Short (one)")).toEqual(["Short \\(one\\)"]);
});

test("letters keep what the font has of them", () => {
  expect(linesOf("Café Müller")).toEqual(["Café Müller"]);
  expect(linesOf("12 € – “Š”")).toEqual(["12 \x80 \x96 \x93\x8a\x94"]);
  expect(linesOf("Dvořák Győr Nguyễn")).toEqual(["Dvorák Gyor Nguyen"]);
  expect(linesOf("名前 a")).toEqual(["?? a"]);
});
