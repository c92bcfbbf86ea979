"use client";

import { ActionButton } from "@/components/ui/action-button";
import { useNavigate } from "@/components/ui/navigation";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { callApi } from "@/lib/interfaces/client/api";

type Row = { id: string; name: string; handle: string; role: string; invitedBy: string; expiresAt: Date };

/** The invitations that the viewer can accept. */
export function OwnInvitations({ rows }: { rows: Row[] }) {
  const navigate = useNavigate();
  const accept = async ({ id, handle }: Row) => {
    await callApi("POST /v1/account/invitations/{invitation}", { params: { invitation: id } });
    navigate(`/organizations/${handle}`, { refresh: true });
  };
  return (
    <Panel title="Invitations">
      <ul aria-label="Invitations" className="grid divide-y divide-line text-sm">
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{row.name}</p>
              <p className="text-xs text-muted">
                {row.role}, invited by {row.invitedBy}, expires <RelativeTime time={row.expiresAt} />
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <ActionButton size="sm" variant="primary" send={() => accept(row)}>
                Accept<span className="sr-only"> the invitation to {row.name}</span>
              </ActionButton>
              <ActionButton
                size="sm"
                variant="quiet"
                refreshes
                send={() => callApi("DELETE /v1/account/invitations/{invitation}", { params: { invitation: row.id } })}
                done={`Declined the invitation to ${row.name}.`}
              >
                Decline<span className="sr-only"> the invitation to {row.name}</span>
              </ActionButton>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
