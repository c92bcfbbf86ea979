/** Consumers who bought and reviewed skills of the demo, by the key that reviews name them with. */
export const REVIEWERS: Record<string, { name: string; email: string }> = {
  mara: { name: "Mara Ellison", email: "mara@example.com" },
  teo: { name: "Teo Marchetti", email: "teo@example.com" },
  priya: { name: "Priya Raman", email: "priya@example.com" },
  jonas: { name: "Jonas Weidner", email: "jonas@example.com" },
  aiko: { name: "佐伯 愛子", email: "aiko@example.com" },
  samuel: { name: "Samuel Boateng", email: "samuel@example.com" },
};

/** A review of a subscription skill: whoever wrote it bought the skill first. */
export type SeedReview = { skill: string; by: string; rating: number; text: string };

const rows: [skill: string, by: string, rating: number, text: string][] = [
  [
    "incident-postmortem",
    "samuel",
    5,
    "Kept blame out of a difficult write-up. We use it after every page now.",
  ],
  ["incident-postmortem", "teo", 4, "Good structure. I still had to remind it of time zones."],
  ["incident-postmortem", "priya", 5, "The timeline step alone is worth it."],
  ["terraform-plan-review", "samuel", 5, "Caught a replaced database in a plan of 400 lines."],
  ["terraform-plan-review", "teo", 4, "Careful and rather wordy. Better that than the other way round."],
  [
    "secret-leak-triage",
    "priya",
    5,
    "Rotate first, discuss later: exactly the order we needed at two in the morning.",
  ],
  ["secret-leak-triage", "samuel", 4, "Clear steps. I would like a checklist for each cloud."],
  ["plain-language-editor", "mara", 5, "Our letters to tenants finally sound like a person wrote them."],
  ["plain-language-editor", "aiko", 4, "Very good in English. I have not dared to use it for Japanese."],
  [
    "plain-language-editor",
    "jonas",
    3,
    "Shortens well, but sometimes takes out the one sentence that the lawyer wanted.",
  ],
  [
    "rechnungspruefung",
    "jonas",
    5,
    "Findet fehlende Pflichtangaben zuverlässig und sagt, wo sie stehen müssten.",
  ],
  ["rechnungspruefung", "mara", 4, "Hilfreich, auch für Leute, die das Gesetz nicht auswendig kennen."],
  [
    "cash-flow-forecast",
    "jonas",
    4,
    "Honest about what it does not know. The three scenarios are useful for the bank.",
  ],
  ["cash-flow-forecast", "samuel", 3, "Fine for a small company. Needs clean input."],
  ["japanese-keigo-coach", "aiko", 5, "尊敬語と謙譲語の説明がとても分かりやすいです。"],
  [
    "japanese-keigo-coach",
    "teo",
    5,
    "Explains why, not only what. My mails to Osaka get friendlier answers.",
  ],
  [
    "accessibility-audit",
    "mara",
    5,
    "Orders the findings by who is shut out. The developers could start at once.",
  ],
  ["accessibility-audit", "priya", 4, "Thorough. Does not replace a test with people, and says so."],
  ["survey-cleaner", "priya", 4, "Every change is listed, so I could defend the data set afterwards."],
  [
    "sql-explainer",
    "teo",
    5,
    "Made a query of my predecessor readable. Found a join that doubled rows, too.",
  ],
  ["sql-explainer", "samuel", 4, "Good for onboarding."],
  [
    "meeting-minutes",
    "mara",
    4,
    "Decisions and owners come first. Nobody has asked for the transcript since.",
  ],
  ["meeting-minutes", "jonas", 2, "Struggles when five people talk at once and nobody says names."],
  ["search-snippet-writer", "mara", 3, "Solid, a little dry. I rewrite one in three."],
  [
    "literature-matrix",
    "priya",
    5,
    "Saved a week of my thesis. It marks what a paper does not say instead of guessing.",
  ],
  ["socratic-tutor", "aiko", 5, "My son complains that it never just tells him. That is the point."],
  ["socratic-tutor", "teo", 4, "Patient. Could notice sooner when someone is really stuck."],
  ["support-reply-drafts", "samuel", 4, "Keeps to what our help pages say. Drafts need little work."],
  ["inbox-triage", "mara", 5, "Twenty-five cents on a bad Monday, well spent."],
  ["inbox-triage", "jonas", 4, "Careful with doubt, as promised."],
  ["newsletter-editor", "mara", 4, "Cuts what I was too fond of."],
  ["interview-coder", "priya", 5, "Codes stay close to the words of the interviews, with quotes for each."],
  ["exam-question-writer", "aiko", 4, "Wrong answers are plausible for the right reasons."],
  ["ticket-deduplicator", "samuel", 5, "Merged 140 tickets into 31 problems and kept every reporter."],
  ["release-notes-writer", "teo", 4, "Leaves out the refactorings that nobody outside cares about."],
  ["flaky-test-hunter", "teo", 5, "Found shared state between two suites on the first afternoon."],
  ["flaky-test-hunter", "samuel", 5, "It insists on a reproduction before it blames the network. Good."],
  ["kubernetes-rightsizing", "samuel", 4, "A fifth off the bill, and no eviction so far."],
  ["kanji-mnemonics", "teo", 5, "覚えやすい! The stories are odd enough to stay."],
  ["travel-expense-check", "jonas", 4, "Kennt die Pauschalen und fragt nach fehlenden Belegen."],
  ["usability-test-script", "mara", 1, "Too short for our team; we expected a moderator's guide as well."],
];

/** What consumers of the demo wrote, praise and complaints alike. */
export const REVIEWS: SeedReview[] = rows.map(([skill, by, rating, text]) => ({ skill, by, rating, text }));
