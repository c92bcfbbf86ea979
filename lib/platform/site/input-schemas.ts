import { z } from "zod";
import type { TitledText } from "@/lib/platform/site/titled-text-schemas";

/** The panels of the page, each with its title, from left to right and from top to bottom. */
export const PANELS = {
  brand: { title: "Brand", place: "left" },
  operator: { title: "Operator, on receipts", place: "left" },
  site: { title: "Site", place: "right" },
  prices: { title: "Fee and price increases", place: "right" },
  guests: { title: "Visitors' free calls", place: "right" },
  review: { title: "Review", place: "right" },
  landing: { title: "Landing page", place: "below" },
  legal: { title: "Terms and privacy", place: "below" },
} as const;
export type PanelName = keyof typeof PANELS;

/** How a value is edited. One with a form of `its own`, which sends it, is not in the form of the settings. */
type InputOf<Value> = [NonNullable<Value>] extends [number]
  ? { kind: "number" }
  : [Value] extends [string[]]
    ? { kind: "lines"; rows: number }
    : [Value] extends [TitledText[]]
      ? { kind: "titled"; rows: number }
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

/** A text of at least one character. */
export const line = (chars: number) => z.string().trim().min(1).max(chars);
