/** Collections of the demo, by slug, in their order. */
export const COLLECTIONS: Record<string, { title: string; description: string; skills: string[] }> = {
  featured: {
    title: "Featured",
    description: "Skills that our reviewers use themselves.",
    skills: ["text-statistics", "json-diff", "plain-language-editor", "incident-postmortem", "csv-to-json"],
  },
  "clean-data": {
    title: "Clean data",
    description: "From a messy export to a table that you can trust.",
    skills: ["csv-to-json", "json-diff", "summary-statistics", "survey-cleaner", "sql-explainer"],
  },
  "better-writing": {
    title: "Better writing",
    description: "Measure a text, shorten it, and say it plainly.",
    skills: ["readability-score", "text-statistics", "plain-language-editor", "newsletter-editor"],
  },
  "on-call": {
    title: "On call",
    description: "For the night something breaks, and the morning after.",
    skills: ["incident-postmortem", "secret-leak-triage", "cron-explained", "flaky-test-hunter"],
  },
};
