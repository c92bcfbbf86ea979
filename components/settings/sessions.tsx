"use client";

import { useState } from "react";
import { browserName } from "@/components/settings/browser-name";
import { leave } from "@/components/shell/sign-out";
import { Ago } from "@/components/ui/ago";
import { callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Badge } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";

export type SessionRow = {
  id: string;
  current: boolean;
  address: string | null;
  user_agent: string | null;
  created_at: string;
  last_used_at: string;
};

/** Where the account is signed in; each can be ended from here. */
export function Sessions({ initial }: { initial: SessionRow[] }) {
  const [rows, setRows] = useState(initial);
  const { run, isBusy, failure } = useAction();
  const end = (row: SessionRow) =>
    run(async () => {
      await callApi(`/v1/account/sessions/${row.id}`, { method: "DELETE" });
      if (row.current) leave("/sign-in");
      setRows((list) => list.filter(({ id }) => id !== row.id));
    });
  const endOthers = () =>
    run(async () => {
      await callApi("/v1/account/sessions?keep_current=true", { method: "DELETE" });
      setRows((list) => list.filter(({ current }) => current));
    });
  const endAll = () =>
    run(async () => {
      await callApi("/v1/account/sessions", { method: "DELETE" });
      leave("/sign-in");
    });
  return (
    <div className="grid gap-4">
      <ul aria-label="Sessions" className="divide-y divide-line">
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {browserName(row.user_agent)}
                {row.current && <Badge tone="accent">this browser</Badge>}
              </p>
              <p className="text-xs text-muted">
                {row.address ?? "unknown address"} · signed in <Ago time={row.created_at} />
              </p>
            </div>
            <Button size="sm" onClick={() => end(row)} disabled={isBusy}>
              {row.current ? "Sign out" : "End"}
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {rows.length > 1 && (
          <Button onClick={endOthers} disabled={isBusy}>
            Sign out everywhere else
          </Button>
        )}
        <Button onClick={endAll} disabled={isBusy}>
          Sign out everywhere
        </Button>
      </div>
      {failure ? <Failure error={failure} /> : null}
    </div>
  );
}
