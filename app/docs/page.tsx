import type { Metadata } from "next";
import { getCaller } from "@/app/_lib/viewer";
import { DocPageView, docMetadata } from "@/app/docs/_lib/doc-page";
import { HighlightedBlock } from "@/components/code/highlighted";
import { Link } from "@/components/ui/link";
import * as keys from "@/lib/identity/keys/service";

export const metadata: Metadata = docMetadata("quickstart");

export default function DocsPage() {
  return (
    <DocPageView slug="quickstart">
      <OwnKey />
    </DocPageView>
  );
}

/** Signed-in users see which of their keys the examples use. */
async function OwnKey() {
  const caller = await getCaller();
  if (!caller) return null;
  const { data } = await keys.list(caller);
  const key = data.find(({ active }) => active);
  return (
    <div className="mb-6 grid gap-2 rounded-lg border border-line bg-surface p-4">
      {key ? (
        <>
          <p className="text-sm">
            You have a key already: <span className="font-medium">{key.name ?? "unnamed"}</span>. Begin at step 2 with
            the one that starts like this:
          </p>
          <HighlightedBlock label=".env" language="env" code={`SKILLS_API_KEY=${key.prefix}…`} />
        </>
      ) : (
        <p className="text-sm">
          You have no active key.{" "}
          <Link className="text-accent-ink underline" href="/keys">
            Make one
          </Link>
          , then begin at step 2.
        </p>
      )}
    </div>
  );
}
