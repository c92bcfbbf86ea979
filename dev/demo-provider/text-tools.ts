import { objectOf, type Tool, ToolError, text, textField } from "@/dev/demo-provider/tool";
import { LETTERS_IN_LATIN } from "@/dev/demo-provider/transliteration";

/** Words a minute of a reader in no hurry. */
const WORDS_PER_MINUTE = 238;
const SAMPLE = "The quick brown fox jumps over the lazy dog. It was not amused.";

function words(source: string): string[] {
  return [...new Intl.Segmenter("en", { granularity: "word" }).segment(source)]
    .filter((part) => part.isWordLike)
    .map((part) => part.segment);
}

function sentences(source: string): string[] {
  return [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(source)]
    .map((part) => part.segment.trim())
    .filter(Boolean);
}

/** Vowel groups, less a silent final e: good enough for English readability formulas. */
function syllables(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, "")
    .replace(/^y/, "")
    .match(/[aeiouy]{1,2}/g);
  return Math.max(1, groups?.length ?? 1);
}

const round = (value: number) => Math.round(value * 100) / 100;

export const textStatistics: Tool = {
  schema: objectOf({ text: textField("Text", "The text to measure.", SAMPLE) }, ["text"]),
  run: (input) => {
    const source = text(input, "text");
    const found = words(source);
    const counts = new Map<string, number>();
    for (const word of found) counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1);
    const top = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 10);
    return {
      characters: [...source].length,
      words: found.length,
      unique_words: counts.size,
      sentences: sentences(source).length,
      paragraphs: source.split(/\n\s*\n/).filter((part) => part.trim()).length,
      reading_seconds: Math.ceil((found.length / WORDS_PER_MINUTE) * 60),
      top_words: top.map(([word, count]) => ({ word, count })),
    };
  },
};

export const readability: Tool = {
  schema: objectOf({ text: textField("Text", "English text of some sentences.", SAMPLE) }, ["text"]),
  run: (input) => {
    const source = text(input, "text");
    const found = words(source);
    if (found.length === 0) throw new ToolError("there are no words in the text");
    const perSentence = found.length / sentences(source).length;
    const syllablesPerWord = found.reduce((sum, word) => sum + syllables(word), 0) / found.length;
    const ease = 206.835 - 1.015 * perSentence - 84.6 * syllablesPerWord;
    const levels = ["very hard", "hard", "fairly hard", "plain", "fairly easy", "easy", "very easy"];
    const level = [30, 50, 60, 70, 80, 90].filter((limit) => ease >= limit).length;
    return {
      flesch_reading_ease: round(ease),
      flesch_kincaid_grade: round(0.39 * perSentence + 11.8 * syllablesPerWord - 15.59),
      words_per_sentence: round(perSentence),
      syllables_per_word: round(syllablesPerWord),
      level: levels[level],
    };
  },
};

const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  ø: "o",
  œ: "oe",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
};

export const slugify: Tool = {
  schema: objectOf({ text: textField("Text", "A title or a name.", "Über den Dächern: Crème brûlée!") }, ["text"]),
  run: (input) => {
    const slug = text(input, "text")
      .normalize("NFC")
      .toLowerCase()
      .replace(/[\u0370-\u052f]/g, (letter) => LETTERS_IN_LATIN[letter] ?? letter)
      .replace(/\u00e4|\u00f6|\u00fc/g, (letter) => `${letter.normalize("NFD").charAt(0)}e`)
      .replace(/[\u00df\u00e6\u00f8\u0153\u0111\u00f0\u00fe\u0142\u0131]/g, (letter) => LETTERS[letter] ?? "")
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "");
    if (slug === "") throw new ToolError("the text has no letter or digit that can be written in Latin script");
    return { slug };
  },
};
