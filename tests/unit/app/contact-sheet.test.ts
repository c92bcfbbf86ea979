import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeContactSheet } from "@/tests/e2e/contact-sheet";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "contact-sheet-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the contact sheet has every picture of a page with its theme and width, and nothing else", () => {
  expect(writeContactSheet(folder)).toBeNull();
  for (const name of [
    "visitor-home-light-390.png",
    "visitor-home-dark-1440.png",
    "admin-dark-768.png",
    "dialog.png",
  ])
    writeFileSync(join(folder, name), "");
  const html = readFileSync(writeContactSheet(folder) ?? "", "utf8");
  expect(html.match(/<h2 id="[^"]+">/g)).toEqual(['<h2 id="admin">', '<h2 id="visitor-home">']);
  expect(html.match(/<figcaption>[^<]+/g)).toEqual([
    "<figcaption>dark, 768 px",
    "<figcaption>dark, 1440 px",
    "<figcaption>light, 390 px",
  ]);
  expect(html).not.toContain("dialog.png");
});
