import { describe, expect, test } from "vitest";
import { csvFile, csvOf, inParts, MAX_CSV_ROWS } from "@/lib/platform/core/csv";

const file = (rows: { text: string | null; count: number }[]) =>
  csvFile<{ text: string | null; count: number }>(
    "x.csv",
    [
      ["text", ({ text }) => text],
      ["count", ({ count }) => count],
    ],
    inParts(async (after, limit) => {
      const begin = after ? rows.indexOf(after) + 1 : 0;
      return rows.slice(begin, begin + limit);
    }),
  );

describe("a CSV file", () => {
  test("quotes what must be quoted, and never lets untrusted text become a formula", async () => {
    const texts = ["plain", 'a "quote"', "a,b", "two\nlines", "=1+1", "+1", "-1", "@x", "\tx", null];
    const response = file(texts.map((text, count) => ({ text, count: -count })));
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="x.csv"');
    expect(await response.text()).toBe(
      [
        "text,count",
        "plain,0",
        '"a ""quote""",-1',
        '"a,b",-2',
        '"two\nlines",-3',
        "'=1+1,-4",
        "'+1,-5",
        "'-1,-6",
        "'@x,-7",
        "'\tx,-8",
        ",-9",
        "",
      ].join("\r\n"),
    );
  });

  test("lets go of what it reads from as soon as its reader goes away", async () => {
    let isOpen = true;
    async function* lines() {
      try {
        for (;;) yield "a,b\r\n";
      } finally {
        isOpen = false;
      }
    }
    const reader = csvOf("x.csv", lines()).body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    expect(isOpen).toBe(false);
  });

  test("reads part by part and ends at its limit", async () => {
    const rows = Array.from({ length: MAX_CSV_ROWS + 50 }, (_, count) => ({ text: "x", count }));
    const lines = (await file(rows).text()).trim().split("\r\n");
    expect([lines.length, lines.at(-1)]).toEqual([MAX_CSV_ROWS + 1, `x,${MAX_CSV_ROWS - 1}`]);
  });

  test.each([0, 99, 100, 101, 200])(
    "has all of %i rows once, also of a listing that grows at its front",
    async (count) => {
      const rows = Array.from({ length: count }, (_, count) => ({ text: "x", count }));
      const reader = file(rows).body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        text += part.value;
        rows.unshift(...Array.from({ length: 150 }, () => ({ text: "new", count: -1 })));
      }
      const old = text.split("\r\n").filter((line) => line.startsWith("x,"));
      expect(old).toEqual(Array.from({ length: count }, (_, count) => `x,${count}`));
    },
  );
});
