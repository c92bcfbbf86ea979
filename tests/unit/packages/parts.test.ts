import { expect, test } from "vitest";
import { type FilePart, partOf } from "@/lib/supply/packages/parts";
import { noise } from "./hostile";

function allOf(content: Buffer): FilePart[] {
  const parts: FilePart[] = [];
  for (let offset: number | null = 0; offset !== null; offset = parts.at(-1)?.nextOffset ?? null)
    parts.push(partOf(content, { offset }));
  return parts;
}

test.each<[string, string]>([
  ["nothing", ""],
  ["one line", "one line without an end"],
  ["many short lines", "x\n".repeat(5_000)],
  ["lines of many lengths", Array.from({ length: 3_000 }, (_, index) => "ab".repeat(index % 90)).join("\n")],
  ["one endless line", "日本".repeat(60_000)],
  ["an endless line of pairs", `a${"😀".repeat(60_000)}`],
])("the parts of %s are all of it, each small, with its line's number", (_what, text) => {
  const parts = allOf(Buffer.from(text));
  expect(parts.map((part) => part.text).join("")).toBe(text);
  for (const part of parts) {
    expect(part.text.length).toBeLessThanOrEqual(40_000);
    expect(part.text.split("\n").length).toBeLessThanOrEqual(1_001);
    expect(part.text.isWellFormed()).toBe(true);
    expect(part.line).toBe(text.slice(0, part.offset).split("\n").length);
    expect([part.encoding, part.total]).toEqual(["text", text.length]);
  }
});

test("what is no text is shown by its bytes, all of them", () => {
  const bytes = noise(10_000);
  const parts = allOf(bytes);
  expect(parts[0]?.encoding).toBe("hex");
  const digits = parts.flatMap((part) => part.text.split("\n").map((line) => line.slice(10, 57).replaceAll(" ", "")));
  expect(digits.join("")).toBe(bytes.toString("hex"));
  expect(partOf(bytes, { offset: 4_100 })).toMatchObject({ offset: 4_096, line: 257 });
});

test("beyond the end there is nothing", () => {
  expect(partOf(Buffer.from("abc"), { offset: 99 })).toMatchObject({
    text: "",
    offset: 3,
    nextOffset: null,
    line: 1,
  });
});

test("a part can begin a little above a line", () => {
  const text = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`).join("\n");
  expect(partOf(Buffer.from(text), { line: 3 }).line).toBe(1);
  const part = partOf(Buffer.from(text), { line: 4_000 });
  expect([part.line, part.text.split("\n")[10]]).toEqual([3_990, "line 4000"]);
  expect(partOf(Buffer.from(text), { line: 9_999 })).toMatchObject({ text: "line 5000", line: 5_000 });
});
