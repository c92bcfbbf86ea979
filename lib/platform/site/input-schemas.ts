import type { z } from "zod";
import type { RejectionReason } from "@/lib/platform/site/reason-schemas";

/** The panels of the page, each with its title, from left to right and from top to bottom. */
export const PANELS = {
  brand: { title: "Brand", place: "left" },
  operator: { title: "Operator, on receipts", place: "left" },
  site: { title: "Site", place: "right" },
  prices: { title: "Fee and price increases", place: "right" },
  review: { title: "Review", place: "right" },
  legal: { title: "Terms and privacy", place: "below" },
} as const;
export type PanelName = keyof typeof PANELS;

/** How a value is edited. One with a form of `its own`, which sends it, is not in the form of the settings. */
type InputOf<Value> = [NonNullable<Value>] extends [number]
  ? { kind: "number" }
  : [Value] extends [string[]]
    ? { kind: "lines"; rows: number }
    : [Value] extends [RejectionReason[]]
      ? { kind: "reasons"; rows: number }
      :
          | { kind: "line" | "color" | "its own" }
          | { kind: "text" | "markdown"; rows: number }
          | { kind: "choice"; options: Record<Value & string, string> };

type About<Value> = {
  /** What applies until an administrator changes it. */
  initial: Value;
  panel: PanelName;
  label: string;
  hint: string;
  input: InputOf<Value>;
};
export const setting = <Schema extends z.ZodType>(schema: Schema, about: About<z.output<Schema>>) => ({
  schema,
  ...about,
});
