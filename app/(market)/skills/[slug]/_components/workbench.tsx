"use client";

import { useEffect, useRef, useState } from "react";
import { ApiSnippets } from "@/app/(market)/skills/[slug]/_components/api-snippets";
import type { BuyProps } from "@/app/(market)/skills/[slug]/_components/buy";
import { type Example, Examples } from "@/app/(market)/skills/[slug]/_components/examples";
import { RunHistory } from "@/app/(market)/skills/[slug]/_components/run-history";
import { type Offer, type SnippetLanguage, snippetsOf } from "@/app/(market)/skills/[slug]/_components/snippets";
import { type Charge, TryIt } from "@/app/(market)/skills/[slug]/_components/try-it";
import { useParameters } from "@/app/(market)/skills/[slug]/_components/use-parameters";

type Props = {
  view: "try" | "api";
  language: SnippetLanguage;
  offer: Offer;
  maxPrice: number | null;
  charge: Charge;
  schema: Record<string, unknown> | null;
  examples: Example[];
  cost: string;
  isSignedIn: boolean;
  /** Whether the viewer is a visitor who may try it without an account. */
  isGuest: boolean;
  /** What has to be bought before a run. */
  buy: BuyProps | null;
  /** Whether the viewer's organization has not allowed the skill. */
  isWithheld: boolean;
};

/** What this browser stores parameters and runs under. */
const nameOf = ({ slug, tool }: Offer) => (tool === null ? slug : `${slug}/${tool}`);

/** Where a skill is used: its form with what came of it, and the code that does the same. Both stand on the same parameters. */
export function Workbench({
  view,
  language,
  offer,
  maxPrice,
  charge,
  schema,
  examples,
  cost,
  isSignedIn,
  isGuest,
  buy,
  isWithheld,
}: Props) {
  const parameters = useParameters(nameOf(offer), schema);
  const [hasForm, setHasForm] = useState(view === "try");
  if (view === "try" && !hasForm) setHasForm(true);
  const form = useRef<HTMLDivElement>(null);
  const [reruns, setReruns] = useState(0);
  useEffect(() => {
    // Sent by its form, which asks what has to be asked before a run.
    if (reruns > 0) form.current?.querySelector("form")?.requestSubmit();
  }, [reruns]);
  return (
    <>
      {hasForm && (
        <div hidden={view !== "try"} ref={form}>
          <Examples examples={examples} fill={parameters.restore} />
          <TryIt
            slug={offer.slug}
            tool={offer.tool}
            maxPrice={maxPrice}
            charge={charge}
            schema={schema}
            cost={cost}
            isSignedIn={isSignedIn}
            isGuest={isGuest}
            buy={buy}
            isWithheld={isWithheld}
            parameters={parameters}
          />
          {isSignedIn && (
            <RunHistory
              slug={nameOf(offer)}
              curlOf={(value) => snippetsOf("curl", offer, value)[0]?.code ?? ""}
              onRerun={(value) => {
                parameters.restore(value);
                setReruns(reruns + 1);
              }}
            />
          )}
        </div>
      )}
      {view === "api" && <ApiSnippets language={language} offer={offer} parameters={parameters.value} />}
    </>
  );
}
