import { describe, expect, test } from "vitest";
import { run } from "./run";

describe("text statistics", () => {
  test("characters are counted as people count them, not as UTF-16 does", () => {
    expect(run("text-statistics", { text: "a😀b" })).toMatchObject({ characters: 3 });
  });

  test("words of a language without spaces are found", () => {
    expect(run("text-statistics", { text: "私は学生です。" }).words).toBeGreaterThan(2);
  });

  test("the most frequent words lead, ties in alphabetical order", () => {
    expect(run("text-statistics", { text: "Pear fig. PEAR apple!" }).top_words).toEqual([
      { word: "pear", count: 2 },
      { word: "apple", count: 1 },
      { word: "fig", count: 1 },
    ]);
  });

  test("the reading time follows the number of words", () => {
    expect(run("text-statistics", { text: "word ".repeat(238) })).toMatchObject({ reading_seconds: 60 });
  });
});

describe("readability", () => {
  test("the classic sentence of six one-syllable words scores 116.15", () => {
    expect(run("readability", { text: "The cat sat on the mat." })).toEqual({
      flesch_reading_ease: 116.15,
      flesch_kincaid_grade: -1.45,
      words_per_sentence: 6,
      syllables_per_word: 1,
      level: "very easy",
    });
  });

  test("long words and sentences read harder than short ones", () => {
    const hard = "Institutional accountability necessitates comprehensive organisational documentation.";
    expect(run("readability", { text: hard })).toMatchObject({ level: "very hard" });
  });

  test("a text without words is refused instead of scored", () => {
    expect(() => run("readability", { text: " … " })).toThrow("no words");
  });
});

describe("slugs", () => {
  test.each([
    ["Straße & Größe", "strasse-groesse"],
    ["Smørrebrød à la carte", "smorrebrod-a-la-carte"],
    ["Łódź — Þingvellir", "lodz-thingvellir"],
    ["u\u0308ber", "ueber"],
    ["Щука и ёж", "shchuka-i-ezh"],
    ["Київ, Україна", "kiyiv-ukrayina"],
    ["Ελλάδα: Αθήνα", "ellada-athina"],
    ["  --Already-a-slug--  ", "already-a-slug"],
  ])("%s becomes %s", (text, slug) => {
    expect(run("slugify", { text })).toEqual({ slug });
  });

  test("a text that leaves nothing is refused", () => {
    expect(() => run("slugify", { text: "你好" })).toThrow("Latin");
  });
});

describe("CSV", () => {
  test.each([
    ["quotes, doubled quotes and line breaks", 'a\n"1 ""2""\r\n3"', [{ a: '1 "2"\r\n3' }]],
    ["a missing last line break", "a,b\n1,2", [{ a: 1, b: 2 }]],
    [
      "empty fields at the end",
      "a,b\n1,\n,",
      [
        { a: 1, b: null },
        { a: null, b: null },
      ],
    ],
    ["short records", "a,b\nx", [{ a: "x", b: null }]],
    ["a byte order mark", "\uFEFFa\n1", [{ a: 1 }]],
    ["blank lines", "a\n\n1\n\n", [{ a: 1 }]],
  ])("%s are read as RFC 4180 means them", (_, csv, records) => {
    expect(run("csv-to-json", { csv })).toMatchObject({ count: records.length, records });
  });

  test("only what prints the same again becomes a number", () => {
    const { records } = run("csv-to-json", { csv: "v\n007\n1.50\n1e3\nNaN\nInfinity\n-2.5\ntrue" });
    expect((records as { v: unknown }[]).map(({ v }) => v)).toEqual([
      "007",
      "1.50",
      "1e3",
      "NaN",
      "Infinity",
      -2.5,
      true,
    ]);
  });

  test("without conversion every value stays text", () => {
    expect(run("csv-to-json", { csv: "a;b\n1;", separator: ";", convert: false }).records).toEqual([{ a: "1", b: "" }]);
  });

  test("two columns of one name are refused: one would hide the other", () => {
    expect(() => run("csv-to-json", { csv: "a,a\n1,2" })).toThrow("same name");
  });

  test("a column may be called like a part of every object", () => {
    const { records } = run("csv-to-json", { csv: "__proto__\nx" });
    expect(JSON.stringify(records)).toBe('[{"__proto__":"x"}]');
  });
});

describe("JSON diff", () => {
  const changes = (before: unknown, after: unknown) => run("json-diff", { before, after }).changes;

  test("the order of keys is no difference, the order of a list is", () => {
    expect(run("json-diff", { before: { a: 1, b: 2 }, after: { b: 2, a: 1 } })).toEqual({
      equal: true,
      changes: [],
    });
    expect(changes([1, 2], [2, 1])).toHaveLength(2);
  });

  test("the empty pointer is the whole value, as in RFC 6901", () => {
    expect(changes(1, "1")).toEqual([{ op: "replace", path: "", old: 1, value: "1" }]);
  });

  test("tildes and slashes in names are escaped", () => {
    expect(changes({ "a/b~c": 1 }, {})).toEqual([{ op: "remove", path: "/a~1b~0c", old: 1 }]);
  });

  test("names that every object inherits are seen as added", () => {
    expect(changes({}, { constructor: 1 })).toEqual([{ op: "add", path: "/constructor", value: 1 }]);
  });

  test("null, absence and an empty list are three things", () => {
    expect(changes({ a: null, b: [] }, { b: {} })).toEqual([
      { op: "remove", path: "/a", old: null },
      { op: "replace", path: "/b", old: [], value: {} },
    ]);
    expect(() => run("json-diff", { before: null })).toThrow("required");
  });
});

describe("summary statistics", () => {
  test("match the textbook: the sample of 2, 4, 4, 4, 5, 5, 7, 9", () => {
    const summary = run("summary-statistics", { values: [9, 2, 4, 5, 4, 4, 7, 5] });
    expect(summary).toMatchObject({ count: 8, min: 2, max: 9, mean: 5, median: 4.5, p25: 4, p75: 5.5 });
    expect(summary.standard_deviation).toBeCloseTo(Math.sqrt(32 / 7), 12);
  });

  test("one value is its own mean and median", () => {
    expect(run("summary-statistics", { values: [3] })).toMatchObject({ mean: 3, median: 3, p75: 3 });
  });

  test.each([[[]], [["3"]], [[Number.NaN]], [[1e300]], [Array(10_001).fill(1)], [null]])(
    "values that cannot be summed up are refused (case %#)",
    (values) => {
      expect(() => run("summary-statistics", { values })).toThrow("values");
    },
  );
});
