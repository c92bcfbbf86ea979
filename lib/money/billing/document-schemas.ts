import { z } from "zod";
import { Id, laterTime } from "@/lib/platform/core/fields";
import { Credits } from "@/lib/platform/core/money";
import { cursorQuery, hasOneStart, ONE_START, pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 20;

export const DocumentKind = z.enum(["receipt", "credit_note"]).meta({ id: "DocumentKind", example: "credit_note" });
export type DocumentKind = z.output<typeof DocumentKind>;
/** Why a document was issued: a payment, money returned, credits returned for a purchase, or money that came back. */
export const DocumentReason = z
  .enum(["payment", "refund", "dispute", "purchase_refund", "refund_reversed"])
  .meta({ id: "DocumentReason", example: "refund" });
export type DocumentReason = z.output<typeof DocumentReason>;

export const DocumentQuery = z
  .object({ ...pageQuery(DEFAULT_PAGE_SIZE), ...cursorQuery(Id) })
  .refine(hasOneStart, ONE_START);

export const DocumentView = z
  .object({
    id: Id,
    kind: DocumentKind,
    number: z.string().meta({ description: "Its number, in a series without gaps.", example: "CN-000007" }),
    reason: DocumentReason,
    order_id: z.uuid().nullable().meta({ description: "The payment that it is about." }),
    purchase_id: z.uuid().nullable().meta({ description: "The purchase that it is about." }),
    corrects: z.string().nullable().meta({
      description: "Number of the document that it corrects; of a purchase, its id.",
      example: "R-000041",
    }),
    net: Credits.meta({ description: "US dollars without tax.", example: 25 }),
    tax: z.number().meta({ description: "US dollars of tax.", example: 0 }),
    total: z.number().meta({ description: "US dollars.", example: 25 }),
    issued_at: laterTime("2026-11-20T10:01:00.000Z"),
  })
  .meta({ id: "Document" });
export type DocumentView = z.input<typeof DocumentView>;
export const DocumentList = pageOf(DocumentView).meta({ id: "DocumentList" });
