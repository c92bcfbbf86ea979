import { expect, test } from "vitest";
import { pdfOf } from "@/lib/money/billing/pdf";
import { day, dollars, sheetOf } from "@/lib/money/billing/sheet";
import { isTaxId } from "@/lib/money/billing/tax-ids";

const NAMES = [
  "山田 太郎",
  "Łukasz Żółć",
  "محمد بن سلمان",
  "Иван Петров",
  "Ελένη Παπά",
  "김철수",
  "张伟简体",
  "שלום כהן",
  "Đức 🦊",
];
const sheet = (names: string[], rows: number) =>
  sheetOf({
    title: "Receipt",
    facts: [["Number", "R-000001"]],
    issuer: { name: "Example Ltd", lines: ["1 Main Street"] },
    buyer: { name: names[0] ?? "", lines: names.slice(1), purchaseOrder: "PO-1" },
    tables: [
      {
        columns: [{ title: "What", share: 1 }],
        rows: Array.from({ length: rows }, (_, at) => [`row ${at}`]),
      },
    ],
    totals: [["Total", dollars(12.5)]],
    note: "",
  });
const textOf = (pdf: Uint8Array) => Buffer.from(pdf).toString("latin1");

test("a bill embeds the fonts of the scripts that it has, and no others", async () => {
  const latin = textOf(await pdfOf([sheet(["Ada Lovelace"], 1)], "a"));
  expect(latin.match(/\/FontName \/\w+\+[\w-]+/g)?.length).toBe(2);
  expect(latin).not.toContain("NotoSansJP");
  const all = textOf(await pdfOf([sheet(NAMES, 1)], "a"));
  for (const font of ["NotoSans-Regular", "NotoSansJP", "NotoSansKR", "NotoNaskhArabic", "NotoSansHebrew"])
    expect(all).toContain(font);
});

test("Chinese and Japanese break between words, so that no text is longer than its column", async () => {
  const text = "会議の議事録を要約して担当者と期限の一覧を作成し関係者全員に日本語と英語で送信します。".repeat(8);
  const pages = (text: string) =>
    pdfOf(
      [
        sheetOf({
          title: "Receipt",
          facts: [],
          issuer: { name: "A", lines: [] },
          buyer: { name: "B", lines: [], purchaseOrder: null },
          tables: [{ columns: [{ title: "What", share: 1 }], rows: Array.from({ length: 8 }, () => [text]) }],
          totals: [],
          note: "",
        }),
      ],
      "a",
    ).then((pdf) => textOf(pdf).match(/\/Type \/Page\b/g)?.length);
  expect(await pages("one line")).toBe(1);
  expect(await pages(text)).toBeGreaterThan(1);
});

test("a long table goes on on the next page", async () => {
  const pages = async (rows: number) =>
    textOf(await pdfOf([sheet(["Ada"], rows)], "a")).match(/\/Type \/Page\b/g)?.length;
  expect(await pages(5)).toBe(1);
  expect(await pages(120)).toBeGreaterThan(2);
});

test("amounts have two decimals at least, and days are those of UTC", () => {
  expect([dollars(4), dollars(-0.0025), day("2026-11-20T23:59:59.999Z")]).toEqual(["$4.00", "-$0.0025", "2026-11-20"]);
});

test.each([
  ["DE", "DE136695976", true],
  ["DE", "DE136695977", false],
  ["US", "12-3456789", true],
  ["AQ", "anything", true],
])("a tax id of %s: %s", async (country, taxId, isValid) => {
  expect(await isTaxId(country, taxId)).toBe(isValid);
});
