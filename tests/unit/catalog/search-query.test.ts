import { describe, expect, test } from "vitest";
import { parseSearch, withCorrections } from "@/lib/supply/catalog/search-query";
import { fold, termsOf, wordsOf } from "@/lib/supply/catalog/tokens";

const words = (search: string) => parseSearch(search)?.words.map(({ text }) => text);
const beginnings = (search: string) =>
  parseSearch(search)
    ?.words.filter(({ isBeginning }) => isBeginning)
    .map(({ text }) => text);
const telling = (search: string) =>
  parseSearch(search)
    ?.words.filter(({ isFiller }) => !isFiller)
    .map(({ text }) => text);

describe("a search taken apart", () => {
  test("every word may go on, and all of them are wanted", () => {
    expect(parseSearch("Code  Review")?.phrase).toBe("code review");
    expect([words("Code  Review"), beginnings("Code  Review")]).toEqual([
      ["code", "review"],
      ["code", "review"],
    ]);
  });

  test("of two or three words each may be half typed, but of one or two letters only the last", () => {
    expect(beginnings("js bu")).toEqual(["bu"]);
    expect(beginnings("k8s dep")).toEqual(["k8s", "dep"]);
    expect(beginnings("write good unit tests")).toEqual(["tests"]);
    expect(beginnings("c")).toEqual([]);
  });

  test.each([
    ["Übersetzer", "ubersetzer"],
    ["ÉTÉ café", "ete cafe"],
    ["Straße", "strasse"],
    ["Đổi tiền", "doi tien"],
    ["ПЕРЕВОДЧИК", "переводчик"],
    ["ガイド", "ガイド"],
    ["Rustの本", "rust の本"],
    ["c++ & c#", "c++ c#"],
  ])("%s is folded to %s", (search, phrase) => {
    expect(parseSearch(search)?.phrase).toBe(phrase);
  });

  test("stop words say nothing, wherever they stand, and do not crowd out the words that do", () => {
    expect(words("How do I get what my agent has to do in a pull request?")).toEqual([
      "get",
      "agent",
      "pull",
      "request",
    ]);
    expect(words("the a of to")).toEqual(["the", "a", "of", "to"]);
  });

  test("filler is wanted with the rest, but never on its own", () => {
    expect(telling("please help me review code")).toEqual(["review", "code"]);
    expect(telling("best tools")).toEqual(["best", "tools"]);
  });

  test("words of other languages are no misspelled English", () => {
    const mayBe = (search: string) => parseSearch(search)?.words.map(({ mayBeMisspelled }) => mayBeMisspelled);
    expect(mayBe("kuberntes c3po")).toEqual([true, false]);
    expect(mayBe("lập kế hoạch")).toEqual([false, false, false]);
  });

  test("a blank search is none, and signs alone are looked for as they stand", () => {
    expect([parseSearch(""), parseSearch("  ")]).toEqual([null, null]);
    expect([words("%"), words(" \\ "), words("!!!")]).toEqual([["%"], ["\\"], []]);
  });

  test("only the first eight words are used", () => {
    expect(words("one two three four five six seven eight nine ten")).toHaveLength(8);
  });

  test("what is corrected is not corrected again", () => {
    const search = parseSearch("comit mesage");
    const corrected = search && withCorrections(search, [{ typed: "comit", corrected: "commit" }]);
    expect(corrected?.phrase).toBe("commit mesage");
    expect(corrected?.words.every(({ mayBeMisspelled }) => !mayBeMisspelled)).toBe(true);
  });
});

test("a word of a script without spaces is found by its characters and by each two in a row", () => {
  expect(wordsOf(fold("数据api")).flatMap(termsOf)).toEqual(["数", "据", "数据", "api"]);
  expect(termsOf("c++")).toEqual(["c++", "c"]);
});
