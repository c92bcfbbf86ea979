/** The kinds of reports, and what people call them. */
export const REPORT_KIND_TITLES = {
  malware: "Malware or data theft",
  stolen: "Stolen work",
  misleading: "Misleading",
  broken: "Broken",
  other: "Something else",
} as const;
