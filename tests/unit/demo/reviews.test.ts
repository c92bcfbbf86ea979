import { expect, test } from "vitest";
import { RatingInput } from "@/lib/usage/ratings/schemas";
import { CRAFT_SKILLS } from "@/prisma/seed/craft-skills";
import { MORE_PACKAGED_SKILLS } from "@/prisma/seed/more-packaged-skills";
import { PACKAGED_SKILLS } from "@/prisma/seed/packaged-skills";
import { REVIEWERS, REVIEWS } from "@/prisma/seed/reviews";
import { TEAM_SKILLS } from "@/prisma/seed/team-skills";

const LIVE = [...PACKAGED_SKILLS, ...MORE_PACKAGED_SKILLS, ...CRAFT_SKILLS, ...TEAM_SKILLS];

test("every review is one that the marketplace would accept, of a live skill that can be bought", () => {
  for (const { skill, rating, text } of REVIEWS) {
    expect(RatingInput.parse({ rating, text })).toEqual({ rating, text });
    expect(LIVE.find(({ slug }) => slug === skill)?.pricing_type, skill).toBe("subscription");
  }
});

test("nobody reviews a skill twice, and every reviewer is known and has written something", () => {
  expect(new Set(REVIEWS.map(({ skill, by }) => `${skill} ${by}`)).size).toBe(REVIEWS.length);
  expect(new Set(REVIEWS.map(({ by }) => by))).toEqual(new Set(Object.keys(REVIEWERS)));
});

test("ratings differ: a demo in which all is praised shows nothing", () => {
  expect(new Set(REVIEWS.map(({ rating }) => rating))).toEqual(new Set([1, 2, 3, 4, 5]));
});
