import { z } from "zod";

const MAX_TITLE_CHARS = 60;
const MAX_TEXT_CHARS = 1_000;

export const RejectionReason = z.object({
  title: z.string().trim().min(1).max(MAX_TITLE_CHARS),
  text: z.string().trim().min(1).max(MAX_TEXT_CHARS),
});
export type RejectionReason = z.output<typeof RejectionReason>;
