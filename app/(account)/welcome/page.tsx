import { Check } from "lucide-react";
import type { Metadata } from "next";
import { firstSkill } from "@/app/_lib/first-skill";
import { requireCaller } from "@/app/_lib/viewer";
import { FirstKey } from "@/app/(account)/welcome/_components/first-key";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/panel";
import { UsageQuery } from "@/lib/demand/usage/schemas";
import * as usage from "@/lib/demand/usage/service";
import * as keys from "@/lib/identity/keys/service";
import * as ledger from "@/lib/money/ledger/service";
import type { Caller } from "@/lib/platform/core/caller";
import { env } from "@/lib/platform/core/env";
import * as publishing from "@/lib/supply/publishing/service";

export const metadata: Metadata = { title: "Get started", robots: { index: false } };

/** The first steps, each with whether the account has taken it. */
async function readSteps(caller: Caller) {
  const one = { limit: 1, offset: 0 };
  const [calls, made, balance, own] = await Promise.all([
    usage.list(caller, UsageQuery.parse({ limit: "1" })),
    keys.list(caller),
    ledger.balance(caller),
    publishing.list(caller, one),
  ]);
  const steps = [
    {
      title: "Run a free call",
      text: "Many skills include a few free calls. No payment needed.",
      action: "Find a free skill",
      href: "/skills?free_calls=true",
      isDone: calls.total > 0,
    },
    {
      title: "Connect an agent or a program",
      text: "Create an API key, or connect an MCP client without one.",
      action: "Create a key",
      href: "/keys",
      isDone: made.data.some(({ last_used_at }) => last_used_at !== null),
    },
    {
      title: "Add funds",
      text: "Your balance does not expire, and failed calls are free.",
      action: "Add funds",
      href: "/wallet",
      isDone: balance.balance > 0,
    },
    {
      title: "Publish a skill",
      text: "Sell an API endpoint or a SKILL.md package. Skip this if you only use skills.",
      action: "Publish",
      href: "/console/new",
      isDone: own.total > 0,
    },
  ];
  return { steps, hasKey: made.data.length > 0 };
}

export default async function WelcomePage() {
  const caller = await requireCaller("/welcome");
  const [{ steps, hasKey }, first] = await Promise.all([readSteps(caller), firstSkill(caller)]);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className="max-w-2xl">
      <PageHead title="Get started">
        {done === steps.length ? "You are all set." : `${done} of ${steps.length} steps done.`}
      </PageHead>
      <div className="mb-4 empty:hidden">
        <FirstKey base={env().PUBLIC_URL} first={first} isNeeded={!hasKey} />
      </div>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {steps.map(({ title, text, action, href, isDone }, at) => (
          <li key={title} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4">
            <span
              className={`grid size-7 shrink-0 place-items-center rounded-full text-xs font-medium ${isDone ? "bg-accent text-accent-fg" : "bg-raised text-muted"}`}
            >
              {isDone ? <Check size={15} role="img" aria-label="Done" /> : at + 1}
            </span>
            <div className="min-w-0 flex-1 basis-56">
              <h2 className="font-medium">{title}</h2>
              <p className="text-sm text-muted">{text}</p>
            </div>
            {!isDone && (
              <Link href={href} className={buttonStyle({ size: "sm" })}>
                {action}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
