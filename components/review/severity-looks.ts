import type { Tone } from "@/components/ui/badge";
import type { Severity } from "@/lib/platform/core/severity-schemas";

/** How pages show each severity. */
export const SEVERITY_LOOKS: Record<Severity, { word: string; tone: Tone }> = {
  error: { word: "Error", tone: "bad" },
  high: { word: "High", tone: "bad" },
  medium: { word: "Medium", tone: "warn" },
  low: { word: "Low", tone: "plain" },
};
