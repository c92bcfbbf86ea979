import { describe, expect, test } from "vitest";
import { csvLine, csvText } from "@/lib/ledger/earnings/csv";

describe("CSV", () => {
  test.each([
    ["plain", "plain"],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    ["", ""],
  ])("%j is the cell %j", (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });

  test.each([
    ['=HYPERLINK("http://evil.example","x")', '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
    ["+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", '"\'\r=1"'],
  ])("%j does not run in a spreadsheet", (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });

  test("a line ends as RFC 4180 wants", () => {
    expect(csvLine(["a", "b"])).toBe("a,b\r\n");
  });
});
