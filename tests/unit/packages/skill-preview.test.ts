import { describe, expect, test } from "vitest";
import { previewOf } from "@/lib/supply/packages/skill-preview";

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join("\n");
const shown = (body: string) => previewOf(body, "skill_md").text;

describe("what is shown of instructions before they are bought", () => {
  test.each([
    ["a third of a short text", lines(9), 3],
    ["at most 40 lines of a long one", lines(900), 40],
    ["nothing of two lines", lines(2), 0],
    ["nothing of a text in one line", "x".repeat(9_000), 0],
    ["no long line that is more than a third of the text", `short\n${"x".repeat(500)}\n${lines(4)}`, 1],
  ])("%s", (_, body, count) => {
    const text = shown(body);
    expect(text === "" ? 0 : text.split("\n").length).toBe(count);
    expect(body.startsWith(text)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(body.length / 3);
  });

  test("a block of code that is cut is closed", () => {
    expect(shown(`\`\`\`sh\nls\n${lines(8)}\n\`\`\``)).toBe("```sh\nls\nline 0\n```");
  });

  test("headings are those of the text, not of its code", () => {
    const body = "# One\n\n```sh\n# no heading\n```\n\n## Two ##\n~~~\n# none\n~~~\n#none\n";
    expect(previewOf(body, "outline")).toEqual({
      text: "",
      headings: [
        { level: 1, text: "One" },
        { level: 2, text: "Two" },
      ],
      isWhole: false,
    });
  });

  test("everything is shown where the developer shows all files", () => {
    expect(previewOf("# One\n", "all_files")).toMatchObject({ text: "# One\n", isWhole: true });
  });
});
