import { z } from "zod";

const MAX_TITLE_CHARS = 60;
const MAX_TEXT_CHARS = 1_000;

export const TitledText = z.object({
  title: z.string().trim().min(1).max(MAX_TITLE_CHARS),
  text: z.string().trim().min(1).max(MAX_TEXT_CHARS),
});
export type TitledText = z.output<typeof TitledText>;
