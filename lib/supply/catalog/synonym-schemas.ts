import { z } from "zod";
import { isStorable, Time } from "@/lib/platform/core/fields";
import { pageOf } from "@/lib/platform/core/page";

const MAX_TERM_CHARS = 60;
const MAX_MEANINGS_CHARS = 200;

const text = (maxChars: number) =>
  z.string().trim().min(1).max(maxChars).refine(isStorable, { error: "must be well-formed text" });

/** A word or phrase as people search: letters, digits and what occurs inside names, such as `c++` and `node.js`. */
const TERM = /^[\p{L}\p{N}][\p{L}\p{N} .+#&_-]*$/u;

export const SynonymParams = z.object({
  term: text(MAX_TERM_CHARS)
    .toLowerCase()
    .regex(TERM, "must be a word or a phrase")
    .meta({ description: "The word of a search.", example: "k8s" }),
});

export const SynonymInput = z
  .strictObject({
    meanings: text(MAX_MEANINGS_CHARS).toLowerCase().meta({
      description: "Synonyms of the term: words or quoted phrases, separated by `or`.",
      example: 'kubernetes or "container orchestration"',
    }),
  })
  .meta({ id: "SynonymInput" });

export const Synonym = z
  .object({
    term: z.string().meta({ description: "The word of a search.", example: "k8s" }),
    meanings: z.string().meta({ example: 'kubernetes or "container orchestration"' }),
    updated_at: Time,
  })
  .meta({ id: "Synonym" });
export type Synonym = z.input<typeof Synonym>;
export const SynonymList = pageOf(Synonym).meta({ id: "SynonymList" });
