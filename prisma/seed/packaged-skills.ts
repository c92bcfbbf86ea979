import { monthly, perDownload } from "@/prisma/seed/prices";
import type { SeedSkill } from "@/prisma/seed/types";

/** Skills that are downloaded as Agent Skills packages. */
export const PACKAGED_SKILLS: SeedSkill[] = [
  {
    publisher: "northwind",
    slug: "incident-postmortem",
    name: "Incident post-mortem",
    category: "devops",
    ...monthly(9),
    description:
      "Turns the notes of an incident into a blameless post-mortem: timeline, impact, causes, and actions with owners.",
    about: "For teams that write post-mortems late or never. It asks for what is missing instead of inventing it.",
    guide: [
      "Collect the chat log, alerts and deploys of the time around the incident.",
      "Build a timeline in UTC; mark what was known when.",
      "State the impact in users and minutes, with the source of each figure.",
      "Ask why until the answer is a property of the system, never a person.",
      "Propose at most five actions; give each an owner and a check that shows that it worked.",
    ],
  },
  {
    publisher: "northwind",
    slug: "terraform-plan-review",
    name: "Terraform plan review",
    category: "devops",
    ...monthly(14),
    description:
      "Reads a Terraform plan and says what would be destroyed, replaced or opened to the world, before you apply it.",
    about: "Sorts changes by how hard they are to take back. It never applies anything.",
    guide: [
      "Ask for the plan as JSON (`terraform show -json`).",
      "List resources that are destroyed or replaced first, with the attribute that forces it.",
      "Flag security groups, buckets and roles that become wider.",
      "Name the state that is lost with each replacement.",
      "End with one sentence: safe to apply, or what to look at before.",
    ],
  },
  {
    publisher: "harbour",
    slug: "secret-leak-triage",
    name: "Secret leak triage",
    category: "security",
    ...monthly(19),
    description:
      "Works through a leaked credential: what it opens, where it was used, in which order to rotate, and whom to tell.",
    about: "Written by people who carry the pager. Keeps a record that auditors accept.",
    guide: [
      "Identify the kind of credential and everything that it opens.",
      "Check use since the leak in the provider's own logs.",
      "Rotate first what is live and public; note the time of each step.",
      "Look for copies: history, images, caches, tickets.",
      "Write the record: what leaked, since when, what was done, what remains.",
    ],
  },
  {
    publisher: "harbour",
    slug: "threat-model-lite",
    name: "Threat model, the short way",
    category: "security",
    ...perDownload(4),
    description:
      "A one-hour threat model of a feature: assets, entry points, abuse cases and the three mitigations that matter.",
    about: "For feature teams without a security engineer. It stops at three mitigations on purpose.",
    guide: [
      "Draw the data flow in words: who sends what to whom.",
      "Name the assets that an attacker would want.",
      "Write one abuse case for each entry point.",
      "Rate each by reach and effort, without false precision.",
      "Choose three mitigations; say what stays open.",
    ],
  },
  {
    publisher: "clearpage",
    slug: "plain-language-editor",
    name: "Plain language editor",
    category: "writing",
    ...monthly(6),
    description:
      "Edits official or technical prose into plain language without losing a condition, a date or an amount.",
    about: "Every change keeps the legal content; doubtful ones are marked, not made.",
    guide: [
      "List all conditions, dates and amounts before you change anything.",
      "Put the main statement first in every paragraph.",
      "Use one word for one thing; explain terms where they first occur.",
      "Cut sentences at more than twenty words.",
      "Check the list again; mark what you could not keep.",
    ],
  },
  {
    publisher: "clearpage",
    slug: "style-guide-checker",
    name: "Style guide checker",
    category: "writing",
    ...perDownload(2.5, 1),
    description: "Checks drafts against your own style guide and quotes the rule behind every remark.",
    about: "Bring your guide as Markdown; rules without an example get one made from your draft.",
    guide: [
      "Read the style guide and number its rules.",
      "Go through the draft once per group of rules.",
      "Quote the rule with every remark; never remark without one.",
      "Offer one correction, not three.",
      "Count remarks by rule at the end, so the guide can be improved.",
    ],
  },
  {
    publisher: "brandt",
    slug: "rechnungspruefung",
    name: "Rechnungsprüfung nach § 14 UStG",
    category: "finance",
    ...monthly(15),
    description:
      "Prüft Eingangsrechnungen auf die Pflichtangaben nach § 14 UStG und nennt jede fehlende Angabe mit der Folge für den Vorsteuerabzug.",
    about: "Für Buchhaltungen und kleine Betriebe. Ersetzt keine Steuerberatung; Grenzfälle werden als solche benannt.",
    guide: [
      "Lies alle Angaben der Rechnung aus und nenne die Fundstelle.",
      "Vergleiche mit den Pflichtangaben; achte auf Kleinbetragsrechnungen.",
      "Rechne Netto, Steuer und Brutto nach.",
      "Nenne fehlende Angaben mit ihrer Folge.",
      "Schlage den Text einer Rückfrage an den Aussteller vor.",
    ],
  },
  {
    publisher: "brandt",
    slug: "cash-flow-forecast",
    name: "Cash flow forecast",
    category: "finance",
    ...monthly(25),
    description:
      "Builds a 13-week cash flow forecast from bank exports and open invoices, and shows the week in which it gets tight.",
    about: "The format that banks ask for. Assumptions are listed beside the figures that depend on them.",
    guide: [
      "Ask for bank exports of three months and lists of open items.",
      "Classify movements into fixed, seasonal and single ones.",
      "Project thirteen weeks; keep assumptions apart from facts.",
      "Show the lowest point and what leads there.",
      "Offer three levers with their effect in credits and days.",
    ],
  },
  {
    publisher: "hana",
    slug: "japanese-keigo-coach",
    name: "敬語コーチ (Keigo coach)",
    category: "language",
    ...monthly(7),
    description:
      "ビジネスメールの敬語を直し、なぜその表現になるかを短く説明します。Corrects honorifics in Japanese business mail and explains each change.",
    about: "For learners from JLPT N3. Explanations come in Japanese or English, as you like.",
    guide: [
      "Find out who writes to whom, and who stands above whom.",
      "Correct verbs first: sonkeigo for the other side, kenjogo for one's own.",
      "Replace double honorifics.",
      "Explain each change in one sentence.",
      "Give the whole mail again, ready to send.",
    ],
  },
  {
    publisher: "hana",
    slug: "subtitle-translator",
    name: "Subtitle translator",
    category: "language",
    ...perDownload(3),
    description: "Translates SRT subtitles with reading speed and line length kept within broadcast limits.",
    about: "Keeps timing untouched. Lines that cannot be read in time are shortened, and listed.",
    guide: [
      "Parse the SRT; refuse overlapping times.",
      "Translate scene by scene, not line by line.",
      "Keep lines within 42 characters and 17 characters a second.",
      "Shorten before you split.",
      "List every line whose meaning had to give way.",
    ],
  },
];
