import { expect, test } from "vitest";
import { textPdf } from "@/lib/core/pdf";

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
