import type { Severity } from "@/lib/platform/core/severity-schemas";

/** Something a check found: where in the text it starts, what to tell the reviewer, and a severity other than its rule's. */
export type Hit = { index: number; rule: string; message: string; severity?: Severity };

/** Looks through one text. Every check takes time linear in the text's length, whatever the text. */
export type Check = (text: string) => Hit[];

/** Enough to see that a file is full of something. */
export const MAX_HITS_PER_CHECK = 20;

/** A check for every place where `pattern` (global, with bounded repetitions) matches and `accept` agrees. */
export function patternCheck(
  rule: string,
  message: string,
  pattern: RegExp,
  accept: (match: string) => boolean = () => true,
): Check {
  return (text) => {
    const hits: Hit[] = [];
    for (const match of text.matchAll(pattern)) {
      if (accept(match[0])) hits.push({ index: match.index, rule, message });
      if (hits.length >= MAX_HITS_PER_CHECK) break;
    }
    return hits;
  };
}

/** Whether a phrase between two places of a text is no more than mentioned. */
export type IsMentioned = (text: string, start: number, end: number) => boolean;

/**
 * Like `patternCheck`, but what is only mentioned is of low severity. Mentions have a limit of their own, so that many
 * of them do not hide the one phrase that is meant.
 */
export function phraseCheck(
  rule: string,
  message: string,
  { pattern, isMentioned }: { pattern: RegExp; isMentioned: IsMentioned },
): Check {
  return (text) => {
    const [hits, mentions]: [Hit[], Hit[]] = [[], []];
    for (const match of text.matchAll(pattern)) {
      const hit = { index: match.index, rule, message };
      if (!isMentioned(text, match.index, match.index + match[0].length)) hits.push(hit);
      else if (mentions.length < MAX_HITS_PER_CHECK) mentions.push(toMention(hit));
      if (hits.length >= MAX_HITS_PER_CHECK) break;
    }
    return [...mentions, ...hits];
  };
}

function toMention(hit: Hit): Hit {
  return {
    ...hit,
    message: `${hit.message} Here the text appears to forbid, describe or quote it.`,
    severity: "low",
  };
}

/**
 * A check for words that follow each other with anything in between, where one pattern with gaps would take quadratic
 * time: `tokens` (global) has one group for each step, each at most `maxGapCharacters` after the one before and
 * with nothing in between that matches `breaks`.
 */
export function sequenceCheck(
  rule: string,
  message: string,
  sequence: {
    tokens: RegExp;
    breaks: RegExp;
    stepCount: number;
    maxGapCharacters: number;
    isMentioned?: IsMentioned;
  },
): Check {
  const { tokens, breaks, stepCount, maxGapCharacters, isMentioned = () => false } = sequence;
  return (text) => {
    const [hits, mentions]: [Hit[], Hit[]] = [[], []];
    let reached: ({ start: number; last: number } | undefined)[] = [];
    for (const match of text.matchAll(tokens)) {
      const step = match.findIndex((group, index) => index > 0 && group !== undefined) - 1;
      const before = step === 0 ? { start: match.index, last: match.index } : reached[step - 1];
      if (before === undefined) continue;
      const isNear = match.index - before.last <= maxGapCharacters;
      if (!isNear || breaks.test(text.slice(before.last, match.index))) {
        reached[step - 1] = undefined;
        continue;
      }
      reached[step] = { start: before.start, last: match.index };
      if (step < stepCount - 1) continue;
      reached = [];
      const hit = { index: before.start, rule, message };
      if (!isMentioned(text, before.start, match.index)) hits.push(hit);
      else if (mentions.length < MAX_HITS_PER_CHECK) mentions.push(toMention(hit));
      if (hits.length >= MAX_HITS_PER_CHECK) break;
    }
    return [...mentions, ...hits];
  };
}
