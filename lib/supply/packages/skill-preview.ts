import type { z } from "zod";
import type { PackagePreview } from "@/lib/supply/skills/content-schemas";

const MAX_LINES = 40;
/** Of the text, by lines and by characters. */
const SHARE = 1 / 3;
const MAX_HEADINGS = 100;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6}) +(.+?)(?: +#+)? *$/;

type Heading = { level: number; text: string };
export type SkillPreview = { text: string; headings: Heading[]; isWhole: boolean };

/**
 * What somebody sees of the instructions who has not bought the package. `skill_md`: the beginning, at most 40 lines and at most a third;
 * `outline`: the headings alone; `all_files`: everything.
 */
export function previewOf(body: string, preview: z.output<typeof PackagePreview>): SkillPreview {
  const headings = headingsOf(body);
  switch (preview) {
    case "all_files":
      return { text: body, headings, isWhole: true };
    case "outline":
      return { text: "", headings, isWhole: false };
    case "skill_md":
      return { text: beginningOf(body), headings, isWhole: false };
  }
}

function beginningOf(body: string): string {
  const lines = body.trim().split("\n");
  const maxChars = Math.floor(body.trim().length * SHARE);
  const shown: string[] = [];
  let chars = 0;
  for (const line of lines.slice(0, Math.min(MAX_LINES, Math.floor(lines.length * SHARE)))) {
    chars += line.length + (shown.length > 0 ? 1 : 0);
    if (chars > maxChars) break;
    shown.push(line);
  }
  return closed(shown).join("\n").trimEnd();
}

/** A block of code that was cut is closed, so that what follows on a page is not drawn as code. */
function closed(lines: string[]): string[] {
  let open: string | null = null;
  for (const line of lines) {
    const fence = FENCE.exec(line)?.[1];
    if (fence) open = open === null ? fence : fence.startsWith(open) ? null : open;
  }
  return open === null ? lines : [...lines, open];
}

function headingsOf(body: string): Heading[] {
  const headings: Heading[] = [];
  let open: string | null = null;
  for (const line of body.split("\n")) {
    const fence = FENCE.exec(line)?.[1];
    if (fence) open = open === null ? fence : fence.startsWith(open) ? null : open;
    const [, marks, text] = (open === null && HEADING.exec(line)) || [];
    if (marks && text && headings.length < MAX_HEADINGS) headings.push({ level: marks.length, text });
  }
  return headings;
}
