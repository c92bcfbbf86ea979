import type { SearchWord } from "@/lib/supply/catalog/search-query";
import { otherSpelling } from "@/lib/supply/catalog/spelling";
import { isUnspaced, pairsOf } from "@/lib/supply/catalog/tokens";
import type { Vocabulary } from "@/lib/supply/catalog/vocabulary";

/** What a match is worth by how a word is found. */
const QUALITY = {
  word: 1,
  stem: 0.9,
  spelling: 0.95,
  joined: 0.95,
  synonym: 0.8,
  beginning: 0.7,
  near: 0.6,
  part: 0.35,
};
/** Shorter parts of words would match nearly everything. */
const MIN_PART_CHARS = 3;
/** Longest word of a script without spaces that has a meaning. */
const MAX_MEANING_CHARS = 8;
/** A word that no more listings have may be a typing error. */
const FEW_LISTINGS = 10;
/** Both halves of a word that is two. */
const MIN_HALF_CHARS = 3;

/** A word of the catalogue that stands for one of a search. */
export type Term = { id: number; quality: number };
/** What a listing must have of: one of each group. */
export type Way = Term[][];
/** A word of a search, or several that belong together, with all ways to find it. */
export type Wanted = { words: SearchWord[]; ways: Way[] };

/** What words and phrases also mean: by their words, each meaning as the words that it is made of. */
export type Synonyms = ReadonlyMap<string, string[][]>;

export type Sources = { vocabulary: Vocabulary; synonyms: Synonyms };

/** The words of a search with all ways to find them: as they stand, inflected, half typed, spelled otherwise, in other words. */
export function waysOf(words: SearchWord[], sources: Sources): Wanted[] {
  const wanted: Wanted[] = [];
  const parts = words.flatMap((word) => partsOf(word, sources));
  for (let at = 0; at < parts.length; at += wanted.at(-1)?.words.length ?? 1) {
    const word = parts[at] as SearchWord;
    wanted.push(phraseAt(parts, at, sources) ?? { words: [word], ways: waysOfWord(word, sources) });
  }
  // Of two words that the catalogue writes as one, each is found by that one.
  for (const [place, first] of wanted.entries()) {
    const second = wanted[place + 1];
    if (!second || first.words.length > 1 || second.words.length > 1) continue;
    const id = sources.vocabulary.find(`${first.words[0]?.text}${second.words[0]?.text}`);
    if (id !== undefined) for (const { ways } of [first, second]) ways.push([[{ id, quality: QUALITY.joined }]]);
  }
  return wanted;
}

/** A word of a script without spaces as the words in it that have a meaning, the longest first, and what is between them. */
function partsOf(word: SearchWord, { synonyms }: Pick<Sources, "synonyms">): SearchWord[] {
  if (!isUnspaced(word.text) || synonyms.has(word.text)) return [word];
  const characters = Array.from(word.text);
  for (let length = Math.min(MAX_MEANING_CHARS, characters.length - 1); length > 1; length--)
    for (let at = 0; at + length <= characters.length; at++) {
      const text = characters.slice(at, at + length).join("");
      if (!synonyms.has(text)) continue;
      const rest = [characters.slice(0, at).join(""), characters.slice(at + length).join("")];
      const [before, after] = rest.map((part) =>
        part.length > 1 ? partsOf({ ...word, text: part }, { synonyms }) : [],
      );
      return [...(before ?? []), { ...word, text }, ...(after ?? [])];
    }
  return [word];
}

/** The same with words of which these are a part. */
export function withParts(wanted: Wanted[], { vocabulary }: Pick<Sources, "vocabulary">): Wanted[] {
  return wanted.map(({ words, ways }) => {
    const [word] = words;
    if (!word || words.length > 1 || word.text.length < MIN_PART_CHARS || isUnspaced(word.text)) return { words, ways };
    const parts = vocabulary.containing(beginningOfBoth(word.text)).map((id) => ({ id, quality: QUALITY.part }));
    return { words, ways: [...ways, [parts]] };
  });
}

/** The same with the nearest word of the catalogue for each that few listings have: it may be misspelled. */
export function withNear(wanted: Wanted[], { vocabulary }: Pick<Sources, "vocabulary">): Wanted[] {
  return wanted.map(({ words, ways }) => {
    const [word] = words;
    const known = (ways[0]?.flat() ?? []).reduce((sum, { id }) => sum + vocabulary.countOf(id), 0);
    if (!word?.mayBeMisspelled || words.length > 1 || known > FEW_LISTINGS) return { words, ways };
    const near = vocabulary.find(vocabulary.near(word.text, FEW_LISTINGS) ?? "");
    return near === undefined ? { words, ways } : { words, ways: [...ways, [[{ id: near, quality: QUALITY.near }]]] };
  });
}

/** Up to three words from a place that mean something together; null when they do not. */
function phraseAt(words: SearchWord[], at: number, sources: Sources): Wanted | null {
  for (const count of [3, 2]) {
    const part = words.slice(at, at + count);
    const meanings = part.length === count ? meaningsOf(part.map(({ text }) => text).join(" "), sources) : [];
    if (meanings.length === 0) continue;
    const asTyped = part.map((word) => waysOfWord(word, sources).flatMap(([first = []]) => first));
    return { words: part, ways: [asTyped, ...meanings] };
  }
  return null;
}

function waysOfWord({ text, isBeginning }: SearchWord, sources: Sources): Way[] {
  const { vocabulary } = sources;
  if (isUnspaced(text)) return [phraseOfCharacters(text, vocabulary), ...meaningsOf(text, sources)];
  const terms = new Map<number, number>();
  const add = (ids: number[], quality: number) => {
    for (const id of ids) terms.set(id, Math.max(terms.get(id) ?? 0, quality));
  };
  const find = (word: string, quality: number) => {
    const id = vocabulary.find(word);
    if (id !== undefined) add([id], quality);
    add(vocabulary.withStemOf(word), quality * QUALITY.stem);
    if (isBeginning) add(vocabulary.beginningWith(word), quality * QUALITY.beginning);
  };
  find(text, QUALITY.word);
  const other = otherSpelling(text);
  if (other) find(other, QUALITY.spelling);
  const own = [...terms].map(([id, quality]) => ({ id, quality }));
  const halves = own.length === 0 ? halvesOf(text, vocabulary) : [];
  return [[own], ...meaningsOf(text, sources), ...halves];
}

const meaningsOf = (text: string, sources: Sources): Way[] =>
  (sources.synonyms.get(text) ?? []).map((meaning) => phrase(meaning, sources));

/** The words of a meaning, inflected at most. */
function phrase(words: string[], { vocabulary }: Sources): Way {
  return words.flatMap((word): Way => {
    if (isUnspaced(word)) return phraseOfCharacters(word, vocabulary).map((group) => lowered(group, QUALITY.synonym));
    const id = vocabulary.find(word);
    const terms = new Map(vocabulary.withStemOf(word).map((stem) => [stem, QUALITY.synonym * QUALITY.stem]));
    if (id !== undefined) terms.set(id, QUALITY.synonym);
    return [[...terms].map(([term, quality]) => ({ id: term, quality }))];
  });
}

const lowered = (terms: Term[], by: number): Term[] => terms.map(({ id, quality }) => ({ id, quality: quality * by }));

/** The characters of a word of a script without spaces, in a row. */
function phraseOfCharacters(word: string, vocabulary: Vocabulary): Way {
  const characters = Array.from(word);
  const wanted = characters.length === 1 ? characters : pairsOf(characters);
  return wanted.map((term) => {
    const id = vocabulary.find(term);
    return id === undefined ? [] : [{ id, quality: QUALITY.word }];
  });
}

/** A word that no one has, as two that somebody has: "codereview". The split whose rarer half is the most common counts. */
function halvesOf(text: string, vocabulary: Vocabulary): Way[] {
  let best: { ids: number[]; count: number } | undefined;
  for (let at = MIN_HALF_CHARS; at <= text.length - MIN_HALF_CHARS; at++) {
    const ids = [text.slice(0, at), text.slice(at)].map((half) => vocabulary.find(half));
    if (ids.some((id) => id === undefined)) continue;
    const count = Math.min(...ids.map((id) => vocabulary.countOf(id as number)));
    if (!best || count > best.count) best = { ids: ids as number[], count };
  }
  return best ? [best.ids.map((id) => [{ id, quality: QUALITY.joined }])] : [];
}

/** What a word and its other spelling have in common, to look for inside words. */
function beginningOfBoth(word: string): string {
  const other = otherSpelling(word);
  if (!other) return word;
  let length = 0;
  while (word[length] === other[length]) length++;
  return length >= MIN_PART_CHARS ? word.slice(0, length) : word;
}
