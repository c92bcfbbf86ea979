import { monthly, perDownload } from "@/prisma/seed/prices";
import type { SeedSkill } from "@/prisma/seed/types";

/** More skills that are downloaded as Agent Skills packages. */
export const MORE_PACKAGED_SKILLS: SeedSkill[] = [
  {
    publisher: "okafor",
    slug: "accessibility-audit",
    name: "Accessibility audit",
    category: "design",
    ...monthly(12),
    description:
      "Walks a page by keyboard, screen reader order and contrast, and writes findings with the WCAG criterion and a fix.",
    about: "What tools find is left to tools; this looks at what they cannot judge.",
    guide: [
      "Walk the page by keyboard; note where focus goes missing.",
      "Read headings and landmarks alone: do they tell the page?",
      "Check names of controls against what they do.",
      "Zoom to 400 %; note what is lost.",
      "Write findings with criterion, place, effect and fix.",
    ],
  },
  {
    publisher: "okafor",
    slug: "design-token-export",
    name: "Design token export",
    category: "design",
    ...perDownload(5),
    description: "Turns a palette and type scale into W3C design tokens, CSS variables and a contrast table.",
    about: "Names follow purpose, not colour, so that a dark theme is a second column.",
    guide: [
      "Collect colours, sizes and fonts with where they are used.",
      "Name tokens by purpose.",
      "Write the W3C format; derive CSS variables from it.",
      "Compute contrast of every pair in use.",
      "List pairs below 4.5 and the nearest passing value.",
    ],
  },
  {
    publisher: "tabular",
    slug: "survey-cleaner",
    name: "Survey cleaner",
    category: "data",
    ...monthly(8),
    description:
      "Finds speeders, straight-liners and contradictory answers in survey exports and documents every exclusion.",
    about: "Exclusion rules are fixed before the data are looked at.",
    guide: [
      "Read the questionnaire and mark attention checks.",
      "Fix the exclusion rules in writing first.",
      "Apply them; keep a column that says why.",
      "Report counts by rule.",
      "Never fill in an answer.",
    ],
  },
  {
    publisher: "tabular",
    slug: "sql-explainer",
    name: "SQL explainer",
    category: "developer-tools",
    ...monthly(5),
    description:
      "Explains a query step by step in the order in which the database runs it, and points at the join that multiplies rows.",
    about: "Knows PostgreSQL, MySQL and SQLite. Reads query plans when you have one.",
    guide: [
      "Ask which database it is.",
      "Walk from FROM to LIMIT, in order of execution.",
      "Say for each join whether rows can multiply.",
      "Read the plan, if given, from the inside out.",
      "End with one index or rewrite, and how to measure it.",
    ],
  },
  {
    publisher: "lindqvist",
    slug: "meeting-minutes",
    name: "Meeting minutes",
    category: "productivity",
    ...monthly(4),
    description:
      "Writes minutes from a transcript: decisions first, then actions with names and dates, then what was left open.",
    about: "Nobody is quoted. What was not decided is never written as a decision.",
    guide: [
      "Find the agenda in the transcript.",
      "List decisions, each with the sentence that made it.",
      "List actions with who and when; ask when either is missing.",
      "List open questions.",
      "Keep the whole under one page.",
    ],
  },
  {
    publisher: "lindqvist",
    slug: "podcast-show-notes",
    name: "Podcast show notes",
    category: "media",
    ...perDownload(1.5, 2),
    description:
      "Chapters with times, a summary that does not oversell, links that were mentioned and three quotes worth sharing.",
    about: "Times are checked against the transcript; links are only those that were really said.",
    guide: [
      "Split the transcript where the subject changes.",
      "Title chapters by what is said, not teased.",
      "Write a summary of at most 80 words.",
      "List links as they were named.",
      "Choose quotes that stand alone.",
    ],
  },
  {
    publisher: "clearpage",
    slug: "search-snippet-writer",
    name: "Search snippet writer",
    category: "marketing",
    ...monthly(5),
    description:
      "Writes titles and descriptions for pages that say what the page holds, within the widths that search engines show.",
    about: "No promises that the page does not keep. Each page gets one pair and its reason.",
    guide: [
      "Read the page; write down its one subject.",
      "Title: subject first, at most 60 characters.",
      "Description: what the reader gets, at most 155.",
      "Check both against the page.",
      "Flag pages that compete for one subject.",
    ],
  },
  {
    publisher: "okafor",
    slug: "literature-matrix",
    name: "Literature matrix",
    category: "research",
    ...monthly(10),
    description:
      "Reads papers into a matrix of question, method, sample, result and limits, with page numbers for every cell.",
    about: "A cell without a page number stays empty. Made for reviews of ten to a hundred papers.",
    guide: [
      "Fix the columns with the reader.",
      "Fill a row for each paper; give the page for each cell.",
      "Leave empty what the paper does not say.",
      "Mark contradictions between rows.",
      "Summarise by column, never by paper.",
    ],
  },
  {
    publisher: "hana",
    slug: "socratic-tutor",
    name: "Socratic tutor",
    category: "education",
    ...monthly(3),
    description:
      "Helps pupils to find the answer themselves: one question at a time, hints that grow, and never the solution first.",
    about: "For mathematics and physics up to the age of sixteen. Parents get a summary of what was practised.",
    guide: [
      "Ask what has been tried.",
      "Find the last correct step.",
      "Ask one question that leads to the next.",
      "Give hints in three sizes; the largest is still not the answer.",
      "End by letting the pupil explain it back.",
    ],
  },
  {
    publisher: "northwind",
    slug: "support-reply-drafts",
    name: "Support reply drafts",
    category: "customer-support",
    ...monthly(11),
    description:
      "Drafts replies to tickets from your own help pages, cites the page, and says when a person has to decide.",
    about: "Refunds, threats and legal matters are always handed on. Tone follows your last hundred replies.",
    guide: [
      "Say in one line what the customer wants.",
      "Find the help page that answers it; cite it.",
      "Draft the reply: answer first, steps second, apology only for real faults.",
      "Hand on refunds, threats and legal matters.",
      "Propose a help page when none exists.",
    ],
  },
];
