"use client";

import { useState } from "react";
import { browserName } from "@/app/(account)/settings/_components/browser-name";
import { leave } from "@/components/shell/sign-out";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { RelativeTime } from "@/components/ui/relative-time";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

export type SessionRow = {
  id: string;
  current: boolean;
  organization: { name: string } | null;
  address: string | null;
  user_agent: string | null;
  created_at: string;
  last_used_at: string;
};

/** Where the account is signed in; each can be ended from here. */
export function Sessions({ rows }: { rows: SessionRow[] }) {
  const ending = useAction({ refreshes: true });
  const leaving = useAction();
  // They are gone before the page has been read anew.
  const [ended, setEnded] = useState<string[]>([]);
  const shown = rows.filter(({ id }) => !ended.includes(id));
  const isBusy = ending.isBusy || leaving.isBusy;
  const failure = ending.failure ?? leaving.failure;
  const endOne = ({ id }: SessionRow) => callApi("DELETE /v1/account/sessions/{id}", { params: { id } });
  const end = (send: () => Promise<unknown>, gone: SessionRow[]) =>
    ending.run(async () => {
      await send();
      setEnded((ids) => [...ids, ...gone.map(({ id }) => id)]);
    });
  const endOthers = () =>
    end(
      () => callApi("DELETE /v1/account/sessions", { query: { keep_current: "true" } }),
      rows.filter(({ current }) => !current),
    );
  const signOutBy = (send: () => Promise<unknown>) =>
    leaving.run(async () => {
      await send();
      leave("/sign-in");
    });
  return (
    <div className="grid gap-4">
      <ul aria-label="Sessions" className="divide-y divide-line">
        {shown.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {browserName(row.user_agent)}
                {row.current && <Badge tone="accent">this browser</Badge>}
                {row.organization && <Badge>company sign-in</Badge>}
              </p>
              <p className="text-xs wrap-anywhere text-muted">
                {row.organization && (
                  <>
                    <bdi>{row.organization.name}</bdi> only ·{" "}
                  </>
                )}
                {row.address ?? "unknown address"} · signed in <RelativeTime time={row.created_at} />
              </p>
            </div>
            <Button
              size="sm"
              onClick={() => void (row.current ? signOutBy(() => endOne(row)) : end(() => endOne(row), [row]))}
              disabled={isBusy}
            >
              {row.current ? "Sign out" : "End"}
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {shown.length > 1 && (
          <Button onClick={() => void endOthers()} disabled={isBusy}>
            Sign out everywhere else
          </Button>
        )}
        <Button onClick={() => void signOutBy(() => callApi("DELETE /v1/account/sessions"))} disabled={isBusy}>
          Sign out everywhere
        </Button>
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}
