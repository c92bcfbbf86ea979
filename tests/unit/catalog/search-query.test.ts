import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSearch } from "@/lib/supply/catalog/search-query";

describe("a search taken apart", () => {
  test("every word may go on, and all of them are wanted", () => {
    expect(parseSearch("Code  Review")).toEqual({
      phrase: "code review",
      allWords: "'code':* & 'review':*",
      otherWords: "",
      anyWord: ["'code':*", "'review':*"],
      parts: ["%code%", "%review%"],
      words: ["code", "review"],
    });
  });

  test("a single letter is a word, not a prefix", () => {
    expect(parseSearch("c++")).toMatchObject({ allWords: "'c'", parts: [] });
  });

  test("short words are not looked for inside others, but stay required", () => {
    expect(parseSearch("ai agent")).toMatchObject({ parts: ["%agent%"], otherWords: "'ai':*" });
  });

  test.each([
    ["Übersetzer", "ubersetzer"],
    ["ÉTÉ café", "ete cafe"],
    ["Straße", "strasse"],
    ["ПЕРЕВОДЧИК", "переводчик"],
  ])("%s is folded to %s", (search, phrase) => {
    expect(parseSearch(search)?.phrase).toBe(phrase);
  });

  test("scripts without spaces are looked for character by character, in order", () => {
    expect(parseSearch("数据 api")).toMatchObject({
      allWords: "('数' <-> '据') & 'api':*",
      parts: ["%api%"],
      otherWords: "('数' <-> '据')",
    });
    expect(parseSearch("Rustの本")?.allWords).toBe("('rust':* & 'の' <-> '本')");
  });

  test("marks of kana are significant", () => {
    expect(parseSearch("ガイド")?.phrase).toBe("ガイド");
  });

  test("signs alone are looked for as they stand", () => {
    expect(parseSearch("%")?.parts).toEqual(["%\\%%"]);
    expect(parseSearch("_")?.parts).toEqual(["%\\_%"]);
    expect(parseSearch(" \\ ")?.parts).toEqual(["%\\\\%"]);
    expect(parseSearch("&|!:*()")).toMatchObject({ parts: ["%&|!:*()%"], allWords: "", anyWord: [] });
  });

  test("stop words say nothing, wherever they stand, and do not crowd out the words that do", () => {
    expect(parseSearch("How do I get what my agent has to do in a pull request?")).toMatchObject({
      allWords: "'get' & 'agent' & 'pull' & 'request':*",
      parts: ["%get%", "%agent%", "%pull%", "%request%"],
    });
    expect(parseSearch("the a of to")?.allWords).toBe("'the' & 'a' & 'of' & 'to':*");
  });

  test("filler is wanted with the rest, but never on its own", () => {
    expect(parseSearch("please help me review code")).toMatchObject({
      allWords: "'please' & 'help' & 'review' & 'code':*",
      anyWord: ["'review':*", "'code':*"],
    });
    expect(parseSearch("best tools")?.anyWord).toEqual(["'best':*", "'tools':*"]);
  });

  test("of two or three words each may be half typed, but of one or two letters only the last", () => {
    expect(parseSearch("k8s dep")?.allWords).toBe("'k8s':* & 'dep':*");
    expect(parseSearch("js bu")?.allWords).toBe("'js' & 'bu':*");
  });

  test("a blank search is none", () => {
    expect([parseSearch(""), parseSearch("  ")]).toEqual([null, null]);
  });

  test("only the first eight words are used", () => {
    expect(parseSearch("one two three four five six seven eight nine ten")?.parts).toHaveLength(8);
  });

  test("whatever is typed, nothing but letters and digits gets into a pattern or between quotes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (search) => {
        const terms = parseSearch(search);
        if (!terms?.allWords) return;
        for (const part of terms.parts) expect(part).toMatch(/^%[\p{L}\p{N}\p{M}]+%$/u);
        for (const query of [terms.allWords, terms.otherWords, ...terms.anyWord])
          expect(query.replaceAll(/'[\p{L}\p{N}\p{M}]+'(:\*)?/gu, "")).toMatch(/^[ &|()<>-]*$/);
      }),
      // A word with another spelling: both are wanted.
      { examples: [["labeled"]] },
    );
  });
});
