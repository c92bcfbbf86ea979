import { expect, test } from "vitest";
import { createAnswerBudget } from "@/lib/demand/execution/answer-budget";
import { AppError } from "@/lib/platform/core/errors";

const KIB = 1024;
const MIB = 1024 * KIB;
const codeOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

test("a call beyond the budget is refused, and let in once another has ended", () => {
  const budget = createAnswerBudget(2 * MIB);
  const shares = Array.from({ length: 4 }, () => budget.admit("skill", 448 * KIB));
  expect(codeOf(() => budget.admit("skill", 1))).toBe("too_many_in_flight");
  shares[0]?.end();
  shares[0]?.end();
  expect(codeOf(() => budget.admit("skill", 448 * KIB))).toBeNull();
  expect(codeOf(() => budget.admit("other", 1))).toBe("too_many_in_flight");
});

test("an answer grows within the budget and not beyond, and all of it is given back", () => {
  const budget = createAnswerBudget(2 * MIB);
  const one = budget.admit("a", 0);
  const other = budget.admit("b", 0);
  one.grow(1 * MIB);
  expect(codeOf(() => other.grow(1 * MIB + 1))).toBe("too_many_in_flight");
  one.end();
  expect(codeOf(() => other.grow(1 * MIB + 1))).toBeNull();
  other.end();
  expect(budget.usedBytes()).toBe(0);
});

test("a call of a skill with large answers is refused before it begins, until its answers are small again", () => {
  const budget = createAnswerBudget(8 * MIB);
  const answer = (skill: string, bytes: number) => {
    const share = budget.admit(skill, 0);
    share.grow(bytes);
    share.end();
  };
  answer("large", 4 * MIB);
  const held = [budget.admit("large", 0), budget.admit("large", 0)];
  expect(codeOf(() => budget.admit("large", 0))).toBe("too_many_in_flight");
  for (const share of held) share.end();
  for (let i = 0; i < 7; i++) answer("large", 1);
  for (let i = 0; i < 60; i++) budget.admit("large", 0);
});
