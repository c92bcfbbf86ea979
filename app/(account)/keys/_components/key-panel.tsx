"use client";

import { CreateForm } from "@/app/(account)/keys/_components/create-form";
import { RevokeFacts } from "@/app/(account)/keys/_components/revoke-facts";
import { nameOf, useKeys } from "@/app/(account)/keys/_components/use-keys";
import { type FirstSkill, Secret } from "@/components/keys/secret";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { Switch } from "@/components/ui/switch";
import { useConfirm } from "@/components/ui/use-confirm";
import { Spent } from "@/components/wallet/spent";
import type { Key } from "@/lib/interfaces/client/key-queries";

/** The account's keys: make one, see it once, switch it off, end it. */
type Props = { base: string; first: FirstSkill | null; mayCreate: boolean };

export function KeyPanel({ base, first, mayCreate }: Props) {
  const { keys, made, create, rotate, toggle, revoke, again, isBusy, failure } = useKeys();
  const rotating = useConfirm({
    question: (key: Key) => ({
      title: `Rotate ${nameOf(key)}?`,
      action: "Rotate key",
      isDangerous: false,
      children:
        "You get a new secret with the same permissions. The old one works for 24 more hours, and both share one limit.",
    }),
    send: rotate,
    isKeyed: false,
  });
  const revoking = useConfirm({
    question: (key: Key) => ({
      title: "Revoke this key?",
      action: "Revoke the key",
      typed: nameOf(key),
      typedName: "the name of the key",
      children: <RevokeFacts keyId={key.id} />,
    }),
    send: revoke,
    isKeyed: false,
  });
  return (
    <div className="grid gap-4">
      {made && <Secret key={made.key.id} secret={made.api_key} made={made.key} base={base} first={first} />}
      {failure ? <ErrorAlert error={failure} {...(again && { retry: again })} /> : null}
      {mayCreate && (
        <Panel title="New key">
          <CreateForm onCreate={create} isBusy={isBusy} />
        </Panel>
      )}
      <Panel title="Keys">
        <DataTable
          label="Your API keys"
          rows={keys}
          keyOf={({ id }) => id}
          columns={columns(keys, { toggle, ask: revoking.ask, rotate: rotating.ask })}
        />
      </Panel>
      {rotating.dialog}
      {revoking.dialog}
    </div>
  );
}

type Acts = Record<"toggle" | "ask" | "rotate", (key: Key) => void>;

function columns(keys: Key[], { toggle, ask, rotate }: Acts): Column<Key>[] {
  const isReplaced = (key: Key) => keys.some(({ id }) => id === key.replaced_by);
  return [
    {
      title: "Key",
      isMain: true,
      cell: (key) => (
        <span className="grid justify-items-start gap-1">
          {key.name}
          {key.client ? (
            <Badge>connected program</Badge>
          ) : (
            <code className="text-xs whitespace-nowrap">{key.prefix}…</code>
          )}
          {isReplaced(key) && <Badge>replaced</Badge>}
        </span>
      ),
    },
    {
      title: "Spent / limit",
      cell: (key) =>
        key.credit_limit === null ? (
          "No limit"
        ) : (
          <Spent
            spent={key.credits_spent ?? 0}
            limit={key.credit_limit}
            period={key.credit_limit_interval ?? "total"}
          />
        ),
    },
    {
      title: "Permissions",
      cell: (key) => (
        <span className="text-xs">
          {key.scopes.join(", ")}
          {key.skills.length > 0 && <span className="block text-muted">only {key.skills.join(", ")}</span>}
        </span>
      ),
    },
    {
      title: "Last used",
      cell: (key) => (
        <span className="grid">
          {key.last_used_at ? <RelativeTime time={key.last_used_at} /> : "never"}
          {key.expires_at && (
            <span className="text-xs text-muted">
              ends <RelativeTime time={key.expires_at} />
            </span>
          )}
        </span>
      ),
    },
    {
      title: "Actions",
      isAction: true,
      cell: (key) => (
        <span className="flex flex-wrap items-center gap-1">
          <Switch isOn={key.active} onChange={() => toggle(key)} label={`${nameOf(key)} is active`} />
          {!key.client && !isReplaced(key) && (
            <Button size="sm" variant="quiet" onClick={() => rotate(key)}>
              Rotate …
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={() => ask(key)}>
            Revoke …
          </Button>
        </span>
      ),
    },
  ];
}
