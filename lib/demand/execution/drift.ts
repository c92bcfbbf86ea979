/** How a response differs from the one that was reviewed: a pure rule over two texts. */
import { printable } from "@/lib/supply/packages/finding";
import { checkText } from "@/lib/supply/packages/static-checks";

/** `severe` harms callers or breaks what was promised; `minor` may be the nature of the skill. */
export type Drift = {
  kind: "schema" | "fields" | "language" | "links" | "instructions";
  severity: "severe" | "minor";
  text: string;
};

/** `wasCut`: only the start of the reviewed response is known. */
type Answers = { reviewed: string; now: string; host: string; schemaProblem: string | null; wasCut?: boolean };

const MAX_NAMED = 5;
const MAX_NAME_CHARS = 60;
/** Shorter texts say too little about their language. */
const MIN_LETTERS = 40;
const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Han", "Hiragana", "Hangul", "Thai"];
const OF_SCRIPT = SCRIPTS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, "gu")] as const);
/** Frequent short words by their language, for texts in Latin letters. */
const WORDS: Record<string, RegExp> = {
  English: /\b(?:the|and|of|to|is|with|for|that)\b/gi,
  German: /\b(?:der|die|das|und|ist|nicht|mit|ein)\b/gi,
  French: /\b(?:le|les|des|est|dans|une|pour|avec)\b/gi,
  Spanish: /\b(?:el|los|las|que|para|una|con|por)\b/gi,
};
const MIN_WORDS = 5;

/** What is different now, the severe first; `schemaProblem` says how the response breaks the promised schema. */
export async function driftOf({ reviewed, now, host, schemaProblem, wasCut = false }: Answers): Promise<Drift[]> {
  const found: Drift[] = [];
  if (schemaProblem !== null) {
    const text = `The response breaks its schema: ${printable(schemaProblem)}.`;
    found.push({ kind: "schema", severity: "severe", text });
  }
  const before = new Set((await severeRules(reviewed)).map(({ rule }) => rule));
  const fresh = (await severeRules(now)).filter(({ rule }) => !before.has(rule));
  for (const { message } of fresh.slice(0, MAX_NAMED))
    found.push({ kind: "instructions", severity: "severe", text: message });
  const [promised, present] = [fieldsOf(reviewed), fieldsOf(now)];
  const missing = promised && present ? [...promised].filter((name) => !present.has(name)) : [];
  if (missing.length > 0) found.push({ kind: "fields", severity: "minor", text: `Missing now: ${listed(missing)}.` });
  // Only the start of the reviewed response is stored: what follows it has nothing to be compared with.
  const start = wasCut ? now.slice(0, reviewed.length) : now;
  const known = new Set([...hostsIn(reviewed), host]);
  const links = [...hostsIn(start)].filter((name) => !known.has(name));
  if (links.length > 0) found.push({ kind: "links", severity: "minor", text: `Links to ${listed(links)}.` });
  const [was, is] = [languageOf(reviewed), languageOf(start)];
  if (was !== null && is !== null && was !== is)
    found.push({ kind: "language", severity: "minor", text: `${is} now, ${was} when it was reviewed.` });
  return found;
}

async function severeRules(text: string) {
  // Quoted words count less, and JSON quotes all of them.
  const found = await checkText("response", text.replace(/\\?"/g, "\n"), []);
  return found.filter(({ severity }) => severity === "high");
}

/** The first of the seller's names, short enough for a message. */
function listed(names: readonly string[]): string {
  const cut = (name: string) => (name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name);
  return names
    .slice(0, MAX_NAMED)
    .map((name) => printable(cut(name)))
    .join(", ");
}

/** The names of the fields of a JSON object, none of another value; null for a text that was cut. */
function fieldsOf(text: string): Set<string> | null {
  try {
    const value: unknown = JSON.parse(text);
    return new Set(typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : []);
  } catch {
    return null;
  }
}

function hostsIn(text: string): Set<string> {
  const links = text.match(/\bhttps?:\/\/[^\s"'<>\\)]+/gi) ?? [];
  return new Set(links.flatMap((link) => URL.parse(link)?.host ?? []));
}

/** The script that most letters have, and for Latin letters the language; null when the text is short. */
function languageOf(text: string): string | null {
  const counts = OF_SCRIPT.map(([name, pattern]) => [name, text.match(pattern)?.length ?? 0] as const);
  const [name, count] = counts.toSorted(([, one], [, other]) => other - one)[0] ?? ["", 0];
  if (count < MIN_LETTERS) return null;
  if (name !== "Latin") return name;
  const words = Object.entries(WORDS).map(
    ([language, pattern]) => [language, text.match(pattern)?.length ?? 0] as const,
  );
  const [language, hits] = words.toSorted(([, one], [, other]) => other - one)[0] ?? ["", 0];
  return hits >= MIN_WORDS ? language : null;
}
