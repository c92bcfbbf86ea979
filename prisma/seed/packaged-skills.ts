import type { SeedSkill } from "@/prisma/seed/types";

const monthly = (price: number) => ({ pricing_type: "subscription", price, subscription_interval: "month" }) as const;
const perDownload = (price_per_call: number, free_calls = 0) => ({ pricing_type: "usage", price_per_call, free_calls }) as const;

/** Skills that are downloaded as Agent Skills packages. */
export const PACKAGED_SKILLS: SeedSkill[] = [
  {
    publisher: "northwind", slug: "incident-postmortem", name: "Incident post-mortem", category: "devops", ...monthly(9),
    description: "Turns the notes of an incident into a blameless post-mortem: timeline, impact, causes, and actions with owners.",
    about: "For teams that write post-mortems late or never. It asks for what is missing instead of inventing it.",
    guide: ["Collect the chat log, alerts and deploys of the time around the incident.", "Build a timeline in UTC; mark what was known when.", "State the impact in users and minutes, with the source of each figure.", "Ask why until the answer is a property of the system, never a person.", "Propose at most five actions; give each an owner and a check that shows that it worked."],
  },
  {
    publisher: "northwind", slug: "terraform-plan-review", name: "Terraform plan review", category: "devops", ...monthly(14),
    description: "Reads a Terraform plan and says what would be destroyed, replaced or opened to the world, before you apply it.",
    about: "Sorts changes by how hard they are to take back. It never applies anything.",
    guide: ["Ask for the plan as JSON (`terraform show -json`).", "List resources that are destroyed or replaced first, with the attribute that forces it.", "Flag security groups, buckets and roles that become wider.", "Name the state that is lost with each replacement.", "End with one sentence: safe to apply, or what to look at before."],
  },
  {
    publisher: "harbour", slug: "secret-leak-triage", name: "Secret leak triage", category: "security", ...monthly(19),
    description: "Works through a leaked credential: what it opens, where it was used, in which order to rotate, and whom to tell.",
    about: "Written by people who carry the pager. Keeps a record that auditors accept.",
    guide: ["Identify the kind of credential and everything that it opens.", "Check use since the leak in the provider's own logs.", "Rotate first what is live and public; note the time of each step.", "Look for copies: history, images, caches, tickets.", "Write the record: what leaked, since when, what was done, what remains."],
  },
  {
    publisher: "harbour", slug: "threat-model-lite", name: "Threat model, the short way", category: "security", ...perDownload(4),
    description: "A one-hour threat model of a feature: assets, entry points, abuse cases and the three mitigations that matter.",
    about: "For feature teams without a security engineer. It stops at three mitigations on purpose.",
    guide: ["Draw the data flow in words: who sends what to whom.", "Name the assets that an attacker would want.", "Write one abuse case for each entry point.", "Rate each by reach and effort, without false precision.", "Choose three mitigations; say what stays open."],
  },
  {
    publisher: "clearpage", slug: "plain-language-editor", name: "Plain language editor", category: "writing", ...monthly(6),
    description: "Edits official or technical prose into plain language without losing a condition, a date or an amount.",
    about: "Every change keeps the legal content; doubtful ones are marked, not made.",
    guide: ["List all conditions, dates and amounts before you change anything.", "Put the main statement first in every paragraph.", "Use one word for one thing; explain terms where they first occur.", "Cut sentences at more than twenty words.", "Check the list again; mark what you could not keep."],
  },
  {
    publisher: "clearpage", slug: "style-guide-checker", name: "Style guide checker", category: "writing", ...perDownload(2.5, 1),
    description: "Checks drafts against your own style guide and quotes the rule behind every remark.",
    about: "Bring your guide as Markdown; rules without an example get one made from your draft.",
    guide: ["Read the style guide and number its rules.", "Go through the draft once per group of rules.", "Quote the rule with every remark; never remark without one.", "Offer one correction, not three.", "Count remarks by rule at the end, so the guide can be improved."],
  },
  {
    publisher: "brandt", slug: "rechnungspruefung", name: "Rechnungsprüfung nach § 14 UStG", category: "finance", ...monthly(15),
    description: "Prüft Eingangsrechnungen auf die Pflichtangaben nach § 14 UStG und nennt jede fehlende Angabe mit der Folge für den Vorsteuerabzug.",
    about: "Für Buchhaltungen und kleine Betriebe. Ersetzt keine Steuerberatung; Grenzfälle werden als solche benannt.",
    guide: ["Lies alle Angaben der Rechnung aus und nenne die Fundstelle.", "Vergleiche mit den Pflichtangaben; achte auf Kleinbetragsrechnungen.", "Rechne Netto, Steuer und Brutto nach.", "Nenne fehlende Angaben mit ihrer Folge.", "Schlage den Text einer Rückfrage an den Aussteller vor."],
  },
  {
    publisher: "brandt", slug: "cash-flow-forecast", name: "Cash flow forecast", category: "finance", ...monthly(25),
    description: "Builds a 13-week cash flow forecast from bank exports and open invoices, and shows the week in which it gets tight.",
    about: "The format that banks ask for. Assumptions are listed beside the figures that depend on them.",
    guide: ["Ask for bank exports of three months and lists of open items.", "Classify movements into fixed, seasonal and single ones.", "Project thirteen weeks; keep assumptions apart from facts.", "Show the lowest point and what leads there.", "Offer three levers with their effect in credits and days."],
  },
  {
    publisher: "hana", slug: "japanese-keigo-coach", name: "敬語コーチ (Keigo coach)", category: "language", ...monthly(7),
    description: "ビジネスメールの敬語を直し、なぜその表現になるかを短く説明します。Corrects honorifics in Japanese business mail and explains each change.",
    about: "For learners from JLPT N3. Explanations come in Japanese or English, as you like.",
    guide: ["Find out who writes to whom, and who stands above whom.", "Correct verbs first: sonkeigo for the other side, kenjogo for one's own.", "Replace double honorifics.", "Explain each change in one sentence.", "Give the whole mail again, ready to send."],
  },
  {
    publisher: "hana", slug: "subtitle-translator", name: "Subtitle translator", category: "language", ...perDownload(3),
    description: "Translates SRT subtitles with reading speed and line length kept within broadcast limits.",
    about: "Keeps timing untouched. Lines that cannot be read in time are shortened, and listed.",
    guide: ["Parse the SRT; refuse overlapping times.", "Translate scene by scene, not line by line.", "Keep lines within 42 characters and 17 characters a second.", "Shorten before you split.", "List every line whose meaning had to give way."],
  },
  {
    publisher: "okafor", slug: "accessibility-audit", name: "Accessibility audit", category: "design", ...monthly(12),
    description: "Walks a page by keyboard, screen reader order and contrast, and writes findings with the WCAG criterion and a fix.",
    about: "What tools find is left to tools; this looks at what they cannot judge.",
    guide: ["Walk the page by keyboard; note where focus goes missing.", "Read headings and landmarks alone: do they tell the page?", "Check names of controls against what they do.", "Zoom to 400 %; note what is lost.", "Write findings with criterion, place, effect and fix."],
  },
  {
    publisher: "okafor", slug: "design-token-export", name: "Design token export", category: "design", ...perDownload(5),
    description: "Turns a palette and type scale into W3C design tokens, CSS variables and a contrast table.",
    about: "Names follow purpose, not colour, so that a dark theme is a second column.",
    guide: ["Collect colours, sizes and fonts with where they are used.", "Name tokens by purpose.", "Write the W3C format; derive CSS variables from it.", "Compute contrast of every pair in use.", "List pairs below 4.5 and the nearest passing value."],
  },
  {
    publisher: "tabular", slug: "survey-cleaner", name: "Survey cleaner", category: "data", ...monthly(8),
    description: "Finds speeders, straight-liners and contradictory answers in survey exports and documents every exclusion.",
    about: "Exclusion rules are fixed before the data are looked at.",
    guide: ["Read the questionnaire and mark attention checks.", "Fix the exclusion rules in writing first.", "Apply them; keep a column that says why.", "Report counts by rule.", "Never fill in an answer."],
  },
  {
    publisher: "tabular", slug: "sql-explainer", name: "SQL explainer", category: "developer-tools", ...monthly(5),
    description: "Explains a query step by step in the order in which the database runs it, and points at the join that multiplies rows.",
    about: "Knows PostgreSQL, MySQL and SQLite. Reads query plans when you have one.",
    guide: ["Ask which database it is.", "Walk from FROM to LIMIT, in order of execution.", "Say for each join whether rows can multiply.", "Read the plan, if given, from the inside out.", "End with one index or rewrite, and how to measure it."],
  },
  {
    publisher: "lindqvist", slug: "meeting-minutes", name: "Meeting minutes", category: "productivity", ...monthly(4),
    description: "Writes minutes from a transcript: decisions first, then actions with names and dates, then what was left open.",
    about: "Nobody is quoted. What was not decided is never written as a decision.",
    guide: ["Find the agenda in the transcript.", "List decisions, each with the sentence that made it.", "List actions with who and when; ask when either is missing.", "List open questions.", "Keep the whole under one page."],
  },
  {
    publisher: "lindqvist", slug: "podcast-show-notes", name: "Podcast show notes", category: "media", ...perDownload(1.5, 2),
    description: "Chapters with times, a summary that does not oversell, links that were mentioned and three quotes worth sharing.",
    about: "Times are checked against the transcript; links are only those that were really said.",
    guide: ["Split the transcript where the subject changes.", "Title chapters by what is said, not teased.", "Write a summary of at most 80 words.", "List links as they were named.", "Choose quotes that stand alone."],
  },
  {
    publisher: "clearpage", slug: "search-snippet-writer", name: "Search snippet writer", category: "marketing", ...monthly(5),
    description: "Writes titles and descriptions for pages that say what the page holds, within the widths that search engines show.",
    about: "No promises that the page does not keep. Each page gets one pair and its reason.",
    guide: ["Read the page; write down its one subject.", "Title: subject first, at most 60 characters.", "Description: what the reader gets, at most 155.", "Check both against the page.", "Flag pages that compete for one subject."],
  },
  {
    publisher: "okafor", slug: "literature-matrix", name: "Literature matrix", category: "research", ...monthly(10),
    description: "Reads papers into a matrix of question, method, sample, result and limits, with page numbers for every cell.",
    about: "A cell without a page number stays empty. Made for reviews of ten to a hundred papers.",
    guide: ["Fix the columns with the reader.", "Fill a row for each paper; give the page for each cell.", "Leave empty what the paper does not say.", "Mark contradictions between rows.", "Summarise by column, never by paper."],
  },
  {
    publisher: "hana", slug: "socratic-tutor", name: "Socratic tutor", category: "education", ...monthly(3),
    description: "Helps pupils to find the answer themselves: one question at a time, hints that grow, and never the solution first.",
    about: "For mathematics and physics up to the age of sixteen. Parents get a summary of what was practised.",
    guide: ["Ask what has been tried.", "Find the last correct step.", "Ask one question that leads to the next.", "Give hints in three sizes; the largest is still not the answer.", "End by letting the pupil explain it back."],
  },
  {
    publisher: "northwind", slug: "support-reply-drafts", name: "Support reply drafts", category: "customer-support", ...monthly(11),
    description: "Drafts replies to tickets from your own help pages, cites the page, and says when a person has to decide.",
    about: "Refunds, threats and legal matters are always handed on. Tone follows your last hundred replies.",
    guide: ["Say in one line what the customer wants.", "Find the help page that answers it; cite it.", "Draft the reply: answer first, steps second, apology only for real faults.", "Hand on refunds, threats and legal matters.", "Propose a help page when none exists."],
  },
];

/** Skills that are not on the marketplace (yet): what administrators and their developers see. */
export const WAITING_SKILLS: SeedSkill[] = [
  {
    publisher: "tabular", slug: "spreadsheet-auditor", name: "Spreadsheet auditor", category: "finance", ...monthly(18), state: "pending",
    description: "Finds hard-coded numbers, broken ranges and inconsistent formulas in workbooks.",
    about: "Works on exported formulas; never changes the workbook.",
    guide: ["Export formulas of all sheets.", "Compare each formula with its neighbours.", "List constants inside formulas.", "Trace totals to their inputs.", "Rank findings by the money that depends on them."],
  },
  {
    publisher: "harbour", slug: "dependency-risk-report", name: "Dependency risk report", category: "security", ...perDownload(6), state: "pending",
    description: "Ranks the dependencies of a project by maintenance, reach and known weaknesses.",
    about: "Reads lockfiles; asks before it looks anything up.",
    guide: ["Read the lockfile.", "Group by direct and transitive.", "Check maintenance signals.", "Rank by reach and risk.", "Propose replacements for the top three."],
  },
  {
    publisher: "clearpage", slug: "headline-tester", name: "Headline tester", category: "marketing", state: "pending",
    description: "Measures how easy a headline and its text are to read, before it is published.",
    about: "The reading ease of the text below a headline predicts how far people scroll.",
    tool: "readability", pricing_type: "usage", price_per_call: 0.006, free_calls: 3,
  },
  {
    publisher: "lindqvist", slug: "growth-hacker-pro", name: "Growth hacker PRO", category: "marketing", ...monthly(99), state: "rejected",
    rejection_reason: "The description promises results (\"10x your followers\") that nothing in the package does. Say what the skill does, and submit it again.",
    description: "10x your followers in a week.",
    about: "It writes posts.",
    guide: ["Write ten posts a day.", "Post them."],
  },
  {
    publisher: "okafor", slug: "icon-set-review", name: "Icon set review", category: "design", ...monthly(4), state: "draft",
    description: "Checks an icon set for weight, grid and metaphor.",
    about: "Notes for a first version.",
    guide: ["Lay all icons on one grid.", "Compare stroke weights.", "Name metaphors that mean two things."],
  },
];
