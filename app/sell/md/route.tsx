import { markdownAnswer } from "@/app/_lib/markdown";
import { payoutCountryNames } from "@/app/_lib/payout-countries";
import { INTRODUCTION, KINDS, readFacts } from "@/app/sell/_components/facts";
import { readSteps } from "@/app/sell/_components/steps";
import { env } from "@/lib/platform/core/env";

/** The page for sellers, for agents. Reached as `/sell.md`. */
export async function GET(): Promise<Response> {
  const [{ share, payouts, review }, steps] = await Promise.all([readFacts(), readSteps(null)]);
  const { PUBLIC_URL } = env();
  return markdownAnswer([
    "# Sell a skill",
    INTRODUCTION,
    [share, payouts, review].map(({ title, value, text }) => `- ${title}: ${value}. ${text}`).join("\n"),
    "## What you can sell",
    KINDS.map(({ title, text }) => `- ${title}: ${text}`).join("\n"),
    "## Your first sale, step by step",
    steps.map(({ title, text }, at) => `${at + 1}. ${title}. ${text}`).join("\n"),
    "## Payout countries",
    `${payoutCountryNames().join(", ")}.`,
    `Guides: [publishing](${PUBLIC_URL}/docs/publish.md), [earnings and payouts](${PUBLIC_URL}/docs/earnings.md).`,
  ]);
}
