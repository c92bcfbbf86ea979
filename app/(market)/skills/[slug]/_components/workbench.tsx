"use client";

import { useState } from "react";
import { ApiSnippets } from "@/app/(market)/skills/[slug]/_components/api-snippets";
import type { Offer, SnippetLanguage } from "@/app/(market)/skills/[slug]/_components/snippets";
import { TryIt } from "@/app/(market)/skills/[slug]/_components/try-it";
import { useParameters } from "@/app/(market)/skills/[slug]/_components/use-parameters";

type Props = {
  view: "try" | "api";
  language: SnippetLanguage;
  offer: Offer;
  maxPrice: number | null;
  schema: Record<string, unknown> | null;
  cost: string;
  isSignedIn: boolean;
};

/** Where a skill is used: its form with what came of it, and the code that does the same. Both stand on the same parameters. */
export function Workbench({ view, language, offer, maxPrice, schema, cost, isSignedIn }: Props) {
  const parameters = useParameters(offer.slug, schema);
  const [hasForm, setHasForm] = useState(view === "try");
  if (view === "try" && !hasForm) setHasForm(true);
  return (
    <>
      {hasForm && (
        <div hidden={view !== "try"}>
          <TryIt
            slug={offer.slug}
            maxPrice={maxPrice}
            schema={schema}
            cost={cost}
            isSignedIn={isSignedIn}
            parameters={parameters}
          />
        </div>
      )}
      {view === "api" && <ApiSnippets language={language} offer={offer} parameters={parameters.value} />}
    </>
  );
}
