/** Why a search finds a listing: which of its words, and where they are. */
import { WORTH } from "@/lib/supply/catalog/matching";
import { FIELD_BITS, IN_DESCRIPTION, IN_NAME, IN_SAMPLES, type SearchIndex } from "@/lib/supply/catalog/search-index";
import type { Wanted } from "@/lib/supply/catalog/search-ways";
import { fold, isUnspaced, wordsOf } from "@/lib/supply/catalog/tokens";

/** Most words that a reason names of each place. */
const MAX_WORDS = 3;
/** Words that begin alike are forms of one word: it need not be said which was typed. */
const SAME_CHARS = 3;
const MAX_QUERY_CHARS = 60;

/** By place, the words of a listing that a search finds; each with the typed one, where that is another. */
export type Reason = Partial<Record<Place, { word: string; typed: string | null }[]>>;
const PLACES = { name: IN_NAME, description: IN_DESCRIPTION, samples: IN_SAMPLES, publisher: (1 << FIELD_BITS) - 1 };
export type Place = keyof typeof PLACES;
const PLACE_NAMES = Object.keys(PLACES) as Place[];

type Sought = { word: number; quality: number; typed: string };

/** Says why listings are found by words. `corrected` are those that were typed otherwise. */
export function reasonsBy(wanted: Wanted[], index: SearchIndex, corrected: ReadonlyMap<string, string>) {
  const sought = new Map<number, Sought>();
  for (const [word, { words, ways }] of wanted.entries()) {
    const typed = words.map(({ text }) => corrected.get(text) ?? text).join(" ");
    for (const { id, quality } of ways.flat(2)) {
      const known = sought.get(id);
      if (!known || (known.word === word && known.quality < quality)) sought.set(id, { word, quality, typed });
    }
  }
  return (listing: number): Reason => {
    const best = new Map<number, { worth: number; place: Place; word: string; typed: string | null }>();
    for (const id of index.wordsOf(listing)) {
      const one = sought.get(id);
      if (!one) continue;
      const places = index.placesOf(listing, id);
      const worth = one.quality * (WORTH[places] as number);
      if (worth <= (best.get(one.word)?.worth ?? 0)) continue;
      const place = PLACE_NAMES.find((name) => (places & PLACES[name]) > 0) ?? "publisher";
      best.set(one.word, { worth, place, ...wordsFor(index.words.textOf(id), one.typed) });
    }
    const reason: Reason = {};
    for (const { place, word, typed } of best.values()) {
      const words = reason[place] ?? [];
      reason[place] = words;
      if (words.length < MAX_WORDS) words.push({ word, typed });
    }
    return reason;
  };
}

/** A found word, with the typed one unless both begin alike. Characters without spaces are only parts of words. */
function wordsFor(word: string, typed: string): { word: string; typed: string | null } {
  if (isUnspaced(word) && isUnspaced(typed)) return { word: typed, typed: null };
  const isForm =
    word.slice(0, SAME_CHARS) === typed.slice(0, SAME_CHARS) || typed.includes(word) || word.includes(typed);
  return { word, typed: isForm ? null : typed };
}

const TITLES = { name: "Name", description: "Description", samples: "Sample query", publisher: "Publisher" };

/** A reason in one line; undefined for none. The sample query is the one with most of its words. */
export function reasonText(reason: Reason, samples: string[] | null): string | undefined {
  const parts = PLACE_NAMES.flatMap((place) => {
    const words = reason[place];
    if (!words) return [];
    if (place === "samples" && samples) return [`${TITLES.samples}: \u201c${bestSample(samples, words)}\u201d`];
    return [
      `${TITLES[place]}: ${words.map(({ word, typed }) => (typed ? `${word} (for ${typed})` : word)).join(", ")}`,
    ];
  });
  return parts.length > 0 ? parts.join("; ") : undefined;
}

function bestSample(samples: string[], words: { word: string }[]): string {
  const countOf = (sample: string) => {
    const own = new Set(wordsOf(fold(sample)));
    return words.filter(({ word }) => own.has(word)).length;
  };
  const counted = samples.map((text) => ({ text, count: countOf(text) }));
  const { text } = counted.reduce((best, one) => (one.count > best.count ? one : best));
  return text.length <= MAX_QUERY_CHARS ? text : `${text.slice(0, MAX_QUERY_CHARS - 1).toWellFormed()}\u2026`;
}
