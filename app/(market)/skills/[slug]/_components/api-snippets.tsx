"use client";

import {
  type Offer,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  snippetsOf,
  snippetTitle,
} from "@/app/(market)/skills/[slug]/_components/snippets";
import { LiveBlock } from "@/components/code/live-block";
import { Link } from "@/components/ui/link";

type Props = { language: SnippetLanguage; offer: Offer; parameters: unknown };

/** Code that uses the skill with the values of its form, in the language that the address names. */
export function ApiSnippets({ language, offer, parameters }: Props) {
  const languages = SNIPPET_LANGUAGES.filter((each) => snippetsOf(each, offer, parameters).length > 0);
  const shown = languages.includes(language) ? language : "curl";
  return (
    <div data-snippet className="grid min-w-0 content-start gap-3">
      <nav
        aria-label="Language of the code"
        className="flex w-fit max-w-full gap-0.5 overflow-x-auto rounded-md border border-line bg-raised p-0.5"
      >
        {languages.map((each) => (
          <Link
            key={each}
            href={`/skills/${offer.slug}?tab=api${each === "curl" ? "" : `&language=${each}`}`}
            scroll={false}
            aria-current={each === shown ? "true" : undefined}
            className={`rounded-sm px-3 py-1 text-xs ${each === shown ? "bg-surface font-medium text-fg shadow-xs" : "text-muted hover:text-fg"}`}
          >
            {snippetTitle(each)}
          </Link>
        ))}
      </nav>
      {snippetsOf(shown, offer, parameters).map((snippet) => (
        <LiveBlock key={snippet.label} {...snippet} />
      ))}
    </div>
  );
}
