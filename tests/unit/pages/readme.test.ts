import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { drawMarkdown } from "@/components/skills/markdown";
import { createMarkdownCache } from "@/components/skills/markdown-cache";
import { Readme } from "@/components/skills/readme";
import { runWithin } from "@/lib/supply/skills/time-limit";
import { threadMs } from "@/tests/support/processor-time";

const CHARS = 64 * 1024;
const repeated = (text: string) => text.repeat(Math.ceil(CHARS / text.length)).slice(0, CHARS);
/** Each took the parser from five seconds to many minutes, or its stack, at this length. */
const SLOW: [string, string][] = [
  ["attention marks in a footnote that nobody refers to", `# Fine\n\n[^x]: ${repeated("a* ")}`],
  ["marks of two kinds", repeated("*a_ ")],
  ["closing brackets", repeated("]")],
  ["an opened label of many lines", `[${repeated("a\n")}`],
  ["quotes in quotes", repeated(">")],
  ["lists in lists", repeated("1. ")],
  ["blank lines in nested lists", `${"- ".repeat(200)}x${repeated("\n")}`],
  ["an address with entities", `www.a.b${repeated("&a;")}`],
  ["rows of a wide table", `${"|a".repeat(9_000)}\n${"|-".repeat(9_000)}\n${"|\n".repeat(9_000)}`],
];
const rendered = (text: string) => renderToStaticMarkup(createElement(Readme, { text }));
/** The budget of drawing and the plain text itself, of the processor's time. */
const MOST_MS = 5_000;

describe("a readme", () => {
  test.each(SLOW)("of %s is given up, and not drawn again when it is asked for again", (_, text) => {
    let drawn = 0;
    const draw = (asked: string) => {
      drawn++;
      return drawMarkdown(asked, () => null);
    };
    const markdownCache = createMarkdownCache(draw, { limitMs: 100 });
    expect([markdownCache.of(text), markdownCache.of(text), drawn]).toEqual([null, null, 1]);
  });

  test("that is given up is shown as text, soon, and at once when it is asked for again", () => {
    const [, text] = SLOW[1] ?? ["", ""];
    let html = "";
    expect(threadMs(() => (html = rendered(text)))).toBeLessThan(MOST_MS);
    expect(html).toMatch(/^<div class="prose"><pre /);
    const againMs = threadMs(() => {
      for (let i = 0; i < 10; i++) rendered(text);
    });
    expect(againMs).toBeLessThan(MOST_MS / 5);
  });

  test.each([
    ["prose", repeated("The quick `brown` fox **jumps** over [the dog](https://example.com/x).\n\n")],
    ["a long list", repeated("- an item with *emphasis* and `code`\n")],
    ["a long table", `|a|b|\n|-|-|\n${repeated("| a cell with some words | **another cell** of it |\n")}`],
  ])("of 64 KiB of %s is drawn", (_, text) => {
    const fence = () => null;
    // A busy machine may take longer than the time that drawing has; the sizes are what this is about.
    const drawing = drawMarkdown(text, fence);
    expect(createMarkdownCache(() => drawing).of(text)).toBe(drawing);
    expect(renderToStaticMarkup(drawing)).toMatch(/<(p|li|td)>/);
  });

  test("is drawn once, and one that took too long gets another chance later", () => {
    let now = 0;
    let drawn = 0;
    let isSlow = true;
    const markdownCache = createMarkdownCache(
      () => {
        drawn++;
        while (isSlow);
        return createElement("p");
      },
      { now: () => now, limitMs: 100 },
    );
    expect([markdownCache.of("a"), markdownCache.of("a"), drawn]).toEqual([null, null, 1]);
    isSlow = false;
    now += 3_600_000;
    expect(markdownCache.of("a")).not.toBeNull();
    expect([markdownCache.of("a"), drawn]).toEqual([markdownCache.of("a"), 2]);
  });

  test("text that is too large or too deep is not rendered, and other failures are reported", () => {
    const nested = (depth: number) => {
      let element = createElement("b");
      for (let i = 0; i < depth; i++) element = createElement("div", null, element);
      return element;
    };
    const many = (count: number) =>
      createElement("div", null, ...Array.from({ length: count }, (_, key) => createElement("i", { key })));
    expect(createMarkdownCache(() => nested(20)).of("a")).not.toBeNull();
    expect(createMarkdownCache(() => nested(200)).of("a")).toBeNull();
    expect(createMarkdownCache(() => many(5_000)).of("a")).not.toBeNull();
    expect(createMarkdownCache(() => many(20_000)).of("a")).toBeNull();
    expect(() => createMarkdownCache(() => JSON.parse("{")).of("a")).toThrow(SyntaxError);
  });
});

test("work within a time answers, fails as it does, or is stopped", () => {
  expect(runWithin(1_000, () => 7)).toBe(7);
  expect(() => runWithin(1_000, () => JSON.parse("{"))).toThrow(SyntaxError);
  const ms = threadMs(() =>
    expect(
      runWithin(20, () => {
        for (;;);
      }),
    ).toBeNull(),
  );
  expect(ms).toBeLessThan(MOST_MS);
});
