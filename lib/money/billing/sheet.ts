/** A bill as a page: both parties, a table, its totals. */
import type { PdfNode } from "@/lib/money/billing/pdf";
import type { Party } from "@/lib/money/billing/service";

type Column = { title: string /** Share of the width. */; share: number; isNumber?: boolean };
export type Table = { title?: string; columns: Column[]; rows: string[][] };
export type Sheet = {
  title: string;
  /** The lines below the title: number, date, period. */
  facts: [label: string, value: string][];
  issuer: { name: string; lines: string[] };
  buyer: Party;
  tables: Table[];
  totals: [label: string, value: string][];
  note: string;
  logo?: Buffer | null;
};

const COLORS = { muted: "#57534e", line: "#d6d3d1" };
const LOGO_POINTS = 40;

const text = (value: string, style: Record<string, unknown> = {}): PdfNode => ({
  type: "Text",
  props: { style },
  children: [value],
});
const view = (children: PdfNode[], style: Record<string, unknown> = {}, more: object = {}): PdfNode => ({
  type: "View",
  props: { style, ...more },
  children,
});

/** Dollars with at least two decimals, and as many as the amount has. */
export const dollars = (amount: number) =>
  `${amount < 0 ? "-" : ""}$${Math.abs(amount).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
export const day = (at: Date | string) => new Date(at).toISOString().slice(0, "2026-11-20".length);

/** The page, or where its tables are long the pages, of a bill. */
export function sheetOf({ title, facts, issuer, buyer, tables, totals, note, logo }: Sheet): PdfNode {
  const order: Sheet["facts"] = buyer.purchaseOrder ? [["Purchase order", buyer.purchaseOrder]] : [];
  return {
    type: "Page",
    props: { size: "A4", style: { padding: 56, fontSize: 9, lineHeight: 1.4 } },
    children: [
      view(
        [
          text(title, { fontSize: 20, fontWeight: 700, lineHeight: 1.3 }),
          ...(logo ? [{ type: "Image" as const, props: { src: logo, style: { height: LOGO_POINTS } } }] : []),
        ],
        { flexDirection: "row", justifyContent: "space-between", marginBottom: 12 },
      ),
      ...[...facts, ...order].map(([label, value]) =>
        view([text(label, { width: 90, color: COLORS.muted }), text(value, { flex: 1 })], {
          flexDirection: "row",
        }),
      ),
      view([party("Issued by", issuer.name, issuer.lines), party("Billed to", buyer.name, buyer.lines)], {
        flexDirection: "row",
        gap: 24,
        marginTop: 20,
        marginBottom: 20,
      }),
      ...tables.filter(({ rows }) => rows.length > 0).flatMap(tableOf),
      // The note is never alone on a page.
      view([summed(totals), text(note, { marginTop: 24, fontSize: 8, color: COLORS.muted })], {}, { wrap: false }),
    ],
  };
}

const summed = (totals: Sheet["totals"]) =>
  view(
    totals.map(([label, value], at) => {
      const isLast = at === totals.length - 1;
      const style = { fontWeight: isLast ? 700 : 400, ...(isLast && { fontSize: 11 }) };
      return view([text(label, style), text(value, style)], {
        flexDirection: "row",
        justifyContent: "space-between",
        paddingVertical: 2,
      });
    }),
    { marginTop: 8, marginLeft: "50%" },
  );

const party = (label: string, name: string, lines: string[]) =>
  view(
    [
      text(label, { color: COLORS.muted, marginBottom: 2 }),
      text(name, { fontWeight: 700 }),
      ...lines.map((line) => text(line)),
    ],
    { flex: 1 },
  );

function tableOf({ title, columns, rows }: Table): PdfNode[] {
  const cells = (values: string[], style: Record<string, unknown>) =>
    view(
      values.map((value, at) =>
        text(value, {
          flex: columns[at]?.share ?? 1,
          textAlign: columns[at]?.isNumber ? "right" : "left",
          paddingRight: columns[at]?.isNumber ? 0 : 8,
          ...style,
        }),
      ),
      { flexDirection: "row", paddingVertical: 3, borderBottomWidth: 0.5, borderBottomColor: COLORS.line },
      { wrap: false },
    );
  return [
    ...(title ? [text(title, { fontWeight: 700, marginTop: 12, marginBottom: 2 })] : []),
    cells(
      columns.map((column) => column.title),
      { color: COLORS.muted },
    ),
    ...rows.map((row) => cells(row, {})),
  ];
}
