import * as payoutAccounts from "@/lib/money/payouts/accounts";
import type { Caller } from "@/lib/platform/core/caller";
import { progress } from "@/lib/supply/publishing/progress";

export type Step = { title: string; text: string; action: string; href: string; isDone: boolean };

/** What a seller does until a first skill is sold, each with whether the account has done it. */
export async function readSteps(caller: Caller | null): Promise<Step[]> {
  const [skills, payouts] = caller
    ? await Promise.all([progress(caller), payoutAccounts.get(caller)])
    : [{ isMade: false, isSubmitted: false, isApproved: false }, null];
  return [
    {
      title: "Confirm your email",
      text: "Open the link in the email that we sent when you registered.",
      action: "Email settings",
      href: "/settings",
      isDone: caller?.session?.emailVerified ?? false,
    },
    {
      title: "Connect a payout account",
      text: "You can publish without one. Your earnings wait until it is connected.",
      action: "Get paid",
      href: "/console/earnings",
      isDone: payouts?.state === "ready",
    },
    {
      title: "Create a draft",
      text: "Only you see it. It saves as you type, and you can test the endpoint from the editor.",
      action: "New skill",
      href: "/console/new",
      isDone: skills.isMade,
    },
    {
      title: "Submit it for review",
      text: "The editor lists what is still missing.",
      action: "Open the console",
      href: "/console",
      isDone: skills.isSubmitted,
    },
    {
      title: "Get approved",
      text: "We email you the decision. A rejection says what to change, and you can submit again.",
      action: "Open the console",
      href: "/console",
      isDone: skills.isApproved,
    },
  ];
}
