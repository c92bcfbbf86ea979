"use client";

import { useState } from "react";
import { CodeBlock } from "@/components/code/code-block";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Link = { id: string; command: string; plugin_command: string };

/** Commands that install the package into an agent; their link works for an hour, and ends at will. */
export function Install({ slug }: { slug: string }) {
  const [link, setLink] = useState<Link | null>(null);
  const { run, isBusy, failure } = useAction();
  const make = () =>
    run(async () => {
      const { data } = await callApi("POST /v1/skills/{slug}/install-links", { params: { slug } });
      setLink(data);
    });
  const end = ({ id }: Link) =>
    run(async () => {
      await callApi("DELETE /v1/install-links/{id}", { params: { id } });
      setLink(null);
      notify("The link has been revoked.");
    });
  return (
    <div className="mt-2 grid gap-2">
      {link ? (
        <>
          <CodeBlock label="Run this in your project within an hour" code={link.command} />
          <details>
            <summary className="text-sm">As a Claude Code plugin</summary>
            <div className="mt-2">
              <CodeBlock label="Run this within an hour" code={link.plugin_command} />
            </div>
          </details>
          <p className="text-xs text-muted">Anyone with this command can install the package. Don't share it.</p>
          <Button size="sm" variant="quiet" onClick={() => end(link)} disabled={isBusy}>
            Revoke link
          </Button>
        </>
      ) : (
        <Button onClick={make} disabled={isBusy}>
          Install into an agent
        </Button>
      )}
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}
