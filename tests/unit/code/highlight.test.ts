import { describe, expect, test } from "vitest";
import { fenceOf } from "@/components/code/fence";
import { cachedHtml, highlight } from "@/components/code/highlight";
import { languageOf } from "@/components/code/languages";
import { PAYLOADS } from "@/tests/support/payloads";

const LANGUAGES =
  "css diff docker go html ini java javascript json jsx markdown python rust shellscript sql toml tsx typescript xml yaml".split(
    " ",
  );

/** The text that a browser would show. */
function textOf(html: string): string {
  return html
    .replace(/<span class="tok-[a-z]+">|<\/span>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

describe("colours of code", () => {
  test.each(LANGUAGES)("every payload as %s is text in spans of ours, to the letter", async (language) => {
    const code = PAYLOADS.join("\n");
    const html = (await highlight(code, language)) ?? "";
    expect(html.replace(/<span class="tok-[a-z]+">|<\/span>/g, "")).not.toMatch(/[<>"]/);
    expect(textOf(html)).toBe(code);
  });

  test.each([...PAYLOADS, "__proto__", "constructor", "toString", "", "cobol"])(
    "%j names no language",
    async (name) => {
      expect(languageOf(name)).toBeNull();
      expect(await highlight("const a = 1;", name)).toBeNull();
      expect(fenceOf({ props: { className: `language-${name}`, children: "a\n" } } as never).code).toBe("a");
    },
  );

  test("what spans lines keeps its colour to its end", async () => {
    const html = await highlight("/* one\ntwo */ const three = 3;", "ts");
    expect(html?.split("\n")[1]).toMatch(/^<span class="tok-comment">two \*\/ ?<\/span>/);
  });

  test("the same code is highlighted once and cached", async () => {
    const code = "const kept = true;";
    expect(cachedHtml(code, "ts")).toBeNull();
    const html = await highlight(code, "ts");
    expect(cachedHtml(code, "ts")).toBe(html);
    expect(await highlight(code, "ts")).toBe(html);
  });

  test("code that is too long stays plain, and so does a line that a grammar could choke on", async () => {
    expect(await highlight("a\n".repeat(20_000), "ts")).toBeNull();
    const [first, second] = ((await highlight(`echo "a"\n${"<".repeat(2_000)}`, "sh")) ?? "").split("\n");
    expect(first).toContain("tok-string");
    expect(second).toBe("&lt;".repeat(2_000));
  });

  test("hostile code lets others have their turn", async () => {
    await highlight("echo", "sh");
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await highlight(`${"<".repeat(300)}\n`.repeat(20), "sh");
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});
