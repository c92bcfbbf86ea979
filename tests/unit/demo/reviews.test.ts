import { expect, test } from "vitest";
import { RatingInput } from "@/lib/demand/ratings/schemas";
import { CALLS } from "@/prisma/seed/calls";
import { REVIEWERS, REVIEWS } from "@/prisma/seed/reviews";
import { SKILLS } from "@/prisma/seed/skills";

const LIVE = SKILLS.filter(({ state }) => !state);

test("every review is one that the marketplace would accept: of a live skill that its writer buys or calls three times", () => {
  for (const { skill, by, rating, text } of REVIEWS) {
    expect(RatingInput.parse({ rating, text })).toEqual({ rating, text });
    const pricing = LIVE.find(({ slug }) => slug === skill)?.pricing_type;
    const calls = CALLS.find((some) => some.by === by && some.skill === skill && !some.parameters)?.times ?? 0;
    expect(pricing === "subscription" || (pricing === "usage" && calls >= 3), `${skill} by ${by}`).toBe(true);
  }
});

test("no account reviews a skill twice, and every reviewer exists and wrote a text", () => {
  expect(new Set(REVIEWS.map(({ skill, by }) => `${skill} ${by}`)).size).toBe(REVIEWS.length);
  expect(new Set(REVIEWS.map(({ by }) => by))).toEqual(new Set(Object.keys(REVIEWERS)));
});

test("ratings differ: a demo in which all is praised shows nothing", () => {
  expect(new Set(REVIEWS.map(({ rating }) => rating))).toEqual(new Set([1, 2, 3, 4, 5]));
});
