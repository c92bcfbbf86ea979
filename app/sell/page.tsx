import { Check } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { payoutCountryNames } from "@/app/_lib/payout-countries";
import { getCaller } from "@/app/_lib/viewer";
import { INTRODUCTION, KINDS, readFacts } from "@/app/sell/_components/facts";
import { readSteps, type Step } from "@/app/sell/_components/steps";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";

export const metadata: Metadata = {
  title: "Sell a skill",
  description: "Publish an API or a package for AI agents and people: fee, payouts, review times and first steps.",
  alternates: { canonical: "/sell" },
};

export default async function SellPage() {
  const caller = await getCaller();
  const [steps, facts] = await Promise.all([readSteps(caller), readFacts()]);
  const { share, payouts, review } = facts;
  const countries = payoutCountryNames();
  return (
    <div className="mx-auto grid max-w-5xl gap-8">
      <header>
        <h1 className="text-3xl font-semibold tracking-tight">Sell a skill</h1>
        <p className="mt-2 max-w-2xl text-muted">{INTRODUCTION}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Link
            href={caller ? "/console/new" : "/register?next=/sell"}
            className={buttonStyle({ variant: "primary", size: "lg" })}
          >
            {caller ? "New skill" : "Create an account"}
          </Link>
          <Link href="/docs/publish" className={buttonStyle({ size: "lg" })}>
            Read the guide
          </Link>
        </div>
      </header>
      <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        <Fact title={share.title} value={share.value}>
          {share.text}
        </Fact>
        <Fact title={payouts.title} value={payouts.value}>
          {payouts.text}
        </Fact>
        <Fact title="Payout countries" value={String(countries.length)}>
          <a href="#countries" className="underline underline-offset-2">
            See the list
          </a>
        </Fact>
        <Fact title={review.title} value={review.value}>
          {review.text}
        </Fact>
      </dl>
      <section>
        <h2 className="mb-3 text-lg font-semibold">What you can sell</h2>
        <ul className="grid gap-3 md:grid-cols-3">
          {KINDS.map(({ title, text }) => (
            <li key={title} className="rounded-lg border border-line bg-surface p-4">
              <h3 className="font-medium">{title}</h3>
              <p className="mt-1 text-sm text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <Checklist steps={steps} isSignedIn={caller !== null} />
      <Panel id="countries" title="Payout countries">
        <p className="text-sm text-muted">{countries.join(", ")}.</p>
        <p className="mt-3 text-sm">
          <Link className="underline underline-offset-2" href="/docs/earnings">
            How payouts work
          </Link>
        </p>
      </Panel>
    </div>
  );
}

function Fact({ title, value, children }: { title: string; value: string; children: ReactNode }) {
  return (
    <div className="bg-surface p-4">
      <dt className="text-sm text-muted">{title}</dt>
      <dd className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">{value}</dd>
      <dd className="mt-1 text-sm text-muted">{children}</dd>
    </div>
  );
}

function Checklist({ steps, isSignedIn }: { steps: Step[]; isSignedIn: boolean }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="mb-3 text-lg font-semibold">
        Your first sale, step by step
        {isSignedIn && (
          <span className="ml-2 text-sm font-normal text-muted">
            {done} of {steps.length} done
          </span>
        )}
      </h2>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {steps.map(({ title, text, action, href, isDone }, at) => (
          <li key={title} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4">
            <span
              className={`grid size-7 shrink-0 place-items-center rounded-full text-xs font-medium ${isDone ? "bg-accent text-accent-fg" : "bg-raised text-muted"}`}
            >
              {isDone ? <Check size={15} role="img" aria-label="Done" /> : at + 1}
            </span>
            <div className="min-w-0 flex-1 basis-56">
              <h3 className="font-medium">{title}</h3>
              <p className="text-sm text-muted">{text}</p>
            </div>
            {isSignedIn && !isDone && (
              <Link href={href} className={buttonStyle({ size: "sm", ...(at === next && { variant: "primary" }) })}>
                {action}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
