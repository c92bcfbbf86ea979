"use client";

import { useState } from "react";
import { CodeBlock } from "@/components/code/code-block";
import { ActionButton } from "@/components/ui/action-button";
import { callApi } from "@/lib/interfaces/client/api";

type Made = { command: string; name: string };

/** Creates a link, whose command is shown this once. `plugin` is the first one to install, for the example. */
export function NewLink({ handle, plugin }: { handle: string; plugin: string }) {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <div className="grid gap-3">
      {made && (
        <>
          <p className="text-sm" role="status">
            Copy the command now; you won't see its link again. Whoever has it can install these packages, so don't
            share it or check it in.
          </p>
          <CodeBlock label="Add the marketplace" code={made.command} />
          <CodeBlock label="Install a plugin" code={`claude plugin install ${plugin}@${made.name}`} />
        </>
      )}
      <div>
        <ActionButton
          variant={made ? "plain" : "primary"}
          refreshes
          send={async () =>
            setMade((await callApi("POST /v1/organizations/{handle}/plugin-links", { params: { handle } })).data)
          }
        >
          {made ? "Create another link" : "Create link"}
        </ActionButton>
      </div>
    </div>
  );
}

/** Withdraws a link, after a question. */
export function WithdrawLink({ handle, id, whose }: { handle: string; id: string; whose: string }) {
  return (
    <ActionButton
      size="sm"
      refreshes
      send={() => callApi("DELETE /v1/organizations/{handle}/plugin-links/{link}", { params: { handle, link: id } })}
      done="Link withdrawn."
      question={{
        title: `Withdraw ${whose} link?`,
        action: "Withdraw",
        children: "Claude Code can’t install or update from it any more. Installed plugins stay.",
      }}
    >
      Withdraw<span className="sr-only"> {whose} link</span>
    </ActionButton>
  );
}
