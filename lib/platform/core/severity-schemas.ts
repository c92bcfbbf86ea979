import { z } from "zod";

/** From the worst; lists of findings are in this order. */
export const Severity = z.enum(["error", "high", "medium", "low"]).meta({
  id: "Severity",
  description:
    "Most severe first: `error` rejects the package; `high` can harm buyers (live secrets, injected prompts, hidden text, programs); `medium` could not be read or judged by any check; `low` is a formal issue, or a phrase that the text appears to forbid, describe or quote.",
  example: "low",
});
export type Severity = z.output<typeof Severity>;
