import { describe, expect, test } from "vitest";
import { run } from "./run";

describe("unit conversion", () => {
  test.each([
    [1, "inch", "mm", 25.4],
    [1, "mile", "foot", 5280],
    [1, "pound", "ounce", 16],
    [1, "stone", "pound", 14],
    [16, "us_cup", "us_gallon", 1],
    [1, "week", "h", 168],
    [1, "gib", "mib", 1024],
    [8, "bit", "byte", 1],
    [1, "acre", "sq_foot", 43_560],
    [100, "celsius", "fahrenheit", 212],
    [0, "kelvin", "celsius", -273.15],
    [98.6, "fahrenheit", "celsius", 37],
  ])("%d %s in %s is %d", (value, from, to, expected) => {
    expect(run("unit-conversion", { value, from, to }).value).toBe(expected);
  });

  test.each([
    [1, "km", "kg", "do not measure the same"],
    [1, "km", "celsius", "do not measure the same"],
    [1, "constructor", "constructor", "do not measure the same"],
    [-300, "celsius", "kelvin", "absolute zero"],
    [1e308, "tb", "bit", "at most"],
    [Number.NaN, "m", "km", "number"],
  ])("%d %s to %s is refused", (value, from, to, message) => {
    expect(() => run("unit-conversion", { value, from, to })).toThrow(message);
  });
});

describe("colour contrast", () => {
  test.each([
    ["#000000", "#ffffff", 21, true, true],
    ["#fff", "000", 21, true, true],
    ["#123456", "#123456", 1, false, false],
    ["#767676", "#ffffff", 4.54, true, false],
    ["#777777", "#ffffff", 4.48, false, false],
    ["#ff0000", "#ffffff", 4, false, false],
  ])("%s on %s has the ratio that WCAG gives it", (foreground, background, ratio, aa, aaa) => {
    expect(run("colour-contrast", { foreground, background })).toMatchObject({
      ratio,
      aa_text: aa,
      aaa_text: aaa,
    });
  });

  test("a name of a colour is refused", () => {
    expect(() => run("colour-contrast", { foreground: "red", background: "#fff" })).toThrow("red");
  });
});

describe("cron", () => {
  const from = "2026-11-20T07:00:00Z";
  const next = (expression: string, after = from) =>
    run("cron-explanation", { expression, from: after }).next_runs as string[];

  test.each([
    ["*/15 * * * *", ["2026-11-20T07:15:00.000Z", "2026-11-20T07:30:00.000Z"]],
    ["0 9-17/4 * * MON-FRI", ["2026-11-20T09:00:00.000Z", "2026-11-20T13:00:00.000Z"]],
    ["0 0 * * 7", ["2026-11-22T00:00:00.000Z", "2026-11-29T00:00:00.000Z"]],
    ["5 4 1 jan,jul *", ["2027-01-01T04:05:00.000Z", "2027-07-01T04:05:00.000Z"]],
    ["0 12 13 * 5", ["2026-11-20T12:00:00.000Z", "2026-11-27T12:00:00.000Z"]],
    ["0 12 */2 * 1", ["2026-11-23T12:00:00.000Z", "2026-12-07T12:00:00.000Z"]],
  ])("%s runs next when cron would run it", (expression, expected) => {
    expect(next(expression)).toHaveLength(5);
    expect(next(expression).slice(0, 2)).toEqual(expected);
  });

  test("a run at the very start does not count as next", () => {
    expect(next("0 7 * * *")[0]).toBe("2026-11-21T07:00:00.000Z");
  });

  test("leap days are found over the century that has one less", () => {
    expect(next("0 0 29 2 *", "2095-01-01T00:00:00Z").slice(0, 2)).toEqual([
      "2096-02-29T00:00:00.000Z",
      "2104-02-29T00:00:00.000Z",
    ]);
  });

  test("a day that never comes has no runs, and the search ends", () => {
    expect(next("0 0 31 2 *")).toEqual([]);
  });

  test("the explanation names time, days and months", () => {
    expect(run("cron-explanation", { expression: "30 6 * 5 1-5", from }).explanation).toBe(
      "At 06:30, Monday through Friday, only in May, UTC",
    );
    expect(run("cron-explanation", { expression: "* * * * *", from }).explanation).toBe(
      "Every minute, every hour, every day, UTC",
    );
  });

  test.each([
    "60 * * * *",
    "* 24 * * *",
    "* * 0 * *",
    "* * * 13 *",
    "* * * * 8",
    "*/0 * * * *",
    "*/00 * * * *",
    "5-1 * * * *",
    "*-5 * * * *",
    "1,,2 * * * *",
    "* * * foo *",
    "-1 * * * *",
  ])("%s is refused with a sentence that names the field", (expression) => {
    expect(() => next(expression)).toThrow(/is not a (minute|hour|day of the month|month|day of the week)/);
  });

  test.each(["* * * *", "* * * * * *", ""])("an expression of another length (%s) is refused", (expression) => {
    expect(() => next(expression)).toThrow("five fields");
  });

  test("a start that is no time is refused", () => {
    expect(() => next("* * * * *", "tomorrow")).toThrow("from is not a time");
  });
});

describe("QR codes", () => {
  const modules = (input: Record<string, unknown>) => {
    const { svg } = run("qr-svg", input);
    return Number(/viewBox="0 0 (\d+)/.exec(String(svg))?.[1]);
  };

  test("a short text gives the smallest code, a longer one or more correction a larger", () => {
    const smallest = modules({ text: "HELLO", correction: "L" });
    expect(modules({ text: "HELLO WORLD, HELLO WORLD", correction: "L" })).toBeGreaterThan(smallest);
    expect(modules({ text: "HELLO WORLD, HELLO", correction: "H" })).toBeGreaterThan(
      modules({ text: "HELLO WORLD, HELLO", correction: "L" }),
    );
  });

  test("the same text gives the same code, another text another", () => {
    expect(run("qr-svg", { text: "a" })).toEqual(run("qr-svg", { text: "a" }));
    expect(run("qr-svg", { text: "a" })).not.toEqual(run("qr-svg", { text: "b" }));
  });

  test("markup in the text does not reach the image", () => {
    expect(String(run("qr-svg", { text: "<script>alert(1)</script>" }).svg)).not.toContain("script");
  });

  test("the fullest code of each correction is drawn, and one byte more is refused in words", () => {
    const full = (bytes: number) => "é".repeat(Math.floor(bytes / 2)) + "a".repeat(bytes % 2);
    expect(modules({ text: full(1_273), correction: "H" })).toBeGreaterThan(100);
    expect(modules({ text: full(1_663), correction: "Q" })).toBeGreaterThan(100);
    expect(() => run("qr-svg", { text: full(1_274), correction: "H" })).toThrow("too long");
    expect(() => run("qr-svg", { text: full(1_664), correction: "Q" })).toThrow("too long");
    expect(() => run("qr-svg", { text: "a".repeat(1_001), correction: "L" })).toThrow("too long");
  });
});
