import { setTimeout as wait } from "node:timers/promises";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { createMarkdownHtml } from "@/components/skills/markdown-html";
import { Readme } from "@/components/skills/readme";
import * as ratelimit from "@/lib/platform/ratelimit/service";

const CHARS = 64 * 1024;
const repeated = (text: string) => text.repeat(Math.ceil(CHARS / text.length)).slice(0, CHARS);
/** Most processor time of the thread that serves requests between two looks: far above what handing over takes. */
const MAX_HELD_UP_MS = 150;
/** Each takes the parser many minutes, its stack or its memory. */
const SLOW: [string, string][] = [
  ["quotes in quotes", repeated(">")],
  ["rows of a wide table", `${"|a".repeat(9_000)}\n${"|-".repeat(9_000)}\n${"|\n".repeat(9_000)}`],
];
const rendered = async (text: string, title?: string) => renderToStaticMarkup(await Readme({ text, title }));
/** Once it is cached, a readme is drawn without waiting for anything. */
const renderedAtOnce = (text: string) => {
  const element = Readme({ text });
  if (element instanceof Promise) throw new Error("this text is not cached");
  return renderToStaticMarkup(element);
};
/** A busy machine may take longer than the time that drawing has; what these are about are results. */
const drawnInTheEnd = (text: string, expected: string | RegExp) =>
  vi.waitFor(
    async () => {
      const html = await createMarkdownHtml().of(text);
      expect(html).toMatch(expected);
      return html ?? "";
    },
    { timeout: 60_000, interval: 100 },
  );

describe("a readme", () => {
  test("that would take minutes is given up and shown as text, at once when it is asked for again", async () => {
    const text = repeated("*a_ ");
    expect(await rendered(text)).toMatch(/^<div class="prose"><pre /);
    expect(renderedAtOnce(text)).toMatch(/^<div class="prose"><pre /);
  });

  test("lets others be served while it is drawn, or given up", async () => {
    const markdownHtml = createMarkdownHtml();
    let isDone = false;
    const all = Promise.all(SLOW.map(([, text]) => markdownHtml.of(text))).finally(() => {
      isDone = true;
    });
    let longestMs = 0;
    while (!isDone) {
      const before = ratelimit.cpuMs();
      await wait(1);
      longestMs = Math.max(longestMs, ratelimit.cpuMs() - before);
    }
    expect(await all).toEqual(SLOW.map(() => null));
    expect(longestMs).toBeLessThan(MAX_HELD_UP_MS);
  });

  test.each([
    ["prose", repeated("The quick `brown` fox **jumps** over [the dog](https://example.com/x).\n\n")],
    ["a long list", repeated("- an item with *emphasis* and `code`\n")],
    ["a long table", `|a|b|\n|-|-|\n${repeated("| a cell with some words | **another cell** of it |\n")}`],
  ])("of 64 KiB of %s is drawn", async (_, text) => {
    await drawnInTheEnd(text, /<(p|li|td)>/);
  });

  test("is one string of HTML, whose code has its colors and whose title is repeated for screen readers only", async () => {
    const text = `# A & "B"\n\nSee [it](https://example.com "t").\n\n\`\`\`js\nlet a = "<b>";\n\`\`\`\n\n    <i>plain</i>\n\n## C`;
    await drawnInTheEnd(text.slice(text.indexOf("\n")), /tok-keyword/);
    const html = await rendered(text, 'A & "B"');
    expect(html).toContain('<div class="prose"><h2 class="sr-only">A &amp; &quot;B&quot;</h2>');
    expect(html).toContain(
      '<p>See <a href="https://example.com" rel="nofollow ugc noreferrer" target="_blank">it</a>.</p>',
    );
    expect(html).toMatch(/<code><span class="tok-keyword">let<\/span> .*&lt;b&gt;.*<\/code><\/pre>/);
    expect(html).toContain("<code>&lt;i&gt;plain&lt;/i&gt;</code>");
    expect(html).toContain("<h3>C</h3>");
  });

  test("cannot bring markup, scripts, styles or pictures of others", async () => {
    const hostile = [
      "<script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "[a](javascript:alert(1))",
      "[b](data:text/html,x)",
      "![c](https://tracker.example/x.png)",
      '<https://example.com/"onmouseover=alert(1)>',
      '```html"><script>\n</code></pre><script>alert(1)</script>\n```',
      "&lt;script&gt;alert(1)&lt;/script&gt;",
      "<a href=javascript:alert(1)>d</a>",
      "the end",
    ].join("\n\n");
    const html = await drawnInTheEnd(hostile, "the end");
    expect(html).not.toMatch(/<(?:script|img|style|iframe)|javascript:|data:/i);
    expect(html.match(/<[^>]*\son\w+=/gi)).toBeNull();
  });

  test("is drawn once, however many ask, and one that failed gets another chance later", async () => {
    let now = 0;
    const made: string[] = [];
    let drawn: { pieces: string[]; codes: [] } | null = null;
    const markdownHtml = createMarkdownHtml({
      draw: async (text) => {
        made.push(text);
        return drawn;
      },
      now: () => now,
    });
    expect(await Promise.all([markdownHtml.of("a"), markdownHtml.of("a")])).toEqual([null, null]);
    expect([markdownHtml.of("a"), made]).toEqual([null, ["a"]]);
    drawn = { pieces: ["<p>a</p>"], codes: [] };
    now += 3_600_000;
    expect(await markdownHtml.of("a")).toBe("<p>a</p>");
    expect([markdownHtml.of("a"), made.length]).toEqual(["<p>a</p>", 2]);
  });

  test("that meets too many others is text this time, and other failures are reported", async () => {
    const failing = (error: Error) => createMarkdownHtml({ draw: () => Promise.reject(error) }).of("a");
    expect(await createMarkdownHtml({ draw: async () => "busy" }).of("a")).toBeNull();
    await expect(failing(new SyntaxError("ours"))).rejects.toThrow("ours");
  });
});
