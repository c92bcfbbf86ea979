import type { Metadata } from "next";
import { operationGroups } from "@/app/docs/_lib/operations";
import { Method } from "@/app/docs/api/_components/operation";
import { HighlightedBlock } from "@/components/code/highlighted";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/panel";
import { env } from "@/lib/platform/core/env";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every endpoint, field, response and error of the API, from its OpenAPI document.",
  alternates: { canonical: "/docs/api", types: { "application/json": "/v1/openapi.json" } },
};

export default async function ReferencePage() {
  const groups = await operationGroups();
  return (
    <article className="max-w-4xl">
      <PageHead title="API reference">
        Every endpoint with its parameters, responses and errors. Also available as{" "}
        <a className="text-accent-ink underline" href="/v1/openapi.json">
          OpenAPI 3.1
        </a>
        .
      </PageHead>
      <p className="mb-3 text-sm">
        Send your key as a bearer token.{" "}
        <Link className="text-accent-ink underline" href="/docs/conventions">
          Conventions
        </Link>{" "}
        covers money, times, lists, retries and limits;{" "}
        <Link className="text-accent-ink underline" href="/docs/errors">
          Errors
        </Link>{" "}
        lists every code.
      </p>
      <HighlightedBlock
        language="sh"
        code={`curl "${env().PUBLIC_URL}/v1/balance" -H "Authorization: Bearer $SKILLS_API_KEY"`}
      />
      <div className="mt-8 grid gap-8">
        {groups.map(({ slug, name, description, operations }) => (
          <section key={slug} aria-labelledby={slug}>
            <h2 id={slug} className="scroll-mt-18 text-xl font-semibold">
              <Link className="hover:text-accent-ink" href={`/docs/api/${slug}`}>
                {name}
              </Link>
            </h2>
            <p className="mt-0.5 mb-2 text-sm text-muted">{description}</p>
            <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
              {operations.map(({ id, method, path, summary }) => (
                <li key={id}>
                  <Link
                    href={`/docs/api/${slug}#${id}`}
                    className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2 text-sm hover:bg-raised"
                  >
                    <Method name={method} />
                    <code className="text-xs break-all">{path}</code>
                    <span className="text-xs text-muted sm:ml-auto">{summary}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </article>
  );
}
