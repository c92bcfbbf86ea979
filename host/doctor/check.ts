import type { Other } from "@/host/doctor/causes";

/** What a check found: all is well, something to know, or something that must be mended; then `advice` says how. */
export type Finding = { level: "ok" | "warning" | "problem"; text: string; advice?: string };

/** One thing that the doctor looks at. A check that throws is a problem with the thrown message. */
export type Check = {
  name: string;
  other: Other;
  advice: string;
  run: () => Promise<Finding[]>;
};

export const ok = (text: string): Finding => ({ level: "ok", text });
export const warning = (text: string, advice: string): Finding => ({ level: "warning", text, advice });
export const problem = (text: string, advice: string): Finding => ({ level: "problem", text, advice });
