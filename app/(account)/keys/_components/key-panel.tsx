"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RevokeDialog } from "@/app/(account)/keys/_components/revoke-dialog";
import { nameOf, useKeys } from "@/app/(account)/keys/_components/use-keys";
import { CodeBlock } from "@/components/code/code-block";
import { LiveBlock } from "@/components/code/live-block";
import { Button } from "@/components/ui/button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, Select } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Badge, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { Switch } from "@/components/ui/switch";
import { credits } from "@/lib/client/format";
import { type Key, keyQueries } from "@/lib/client/key-queries";

/** Pause after which a new key is looked at again, and how often at most. */
const LOOK_AGAIN_MS = 3_000;
const MAX_LOOKS = 200;

/** The account's keys: make one, see it once, switch it off, end it. */
export function KeyPanel({ base }: { base: string }) {
  const { keys, made, create, toggle, revoke, again, isBusy, failure } = useKeys();
  const [leaving, setLeaving] = useState<Key | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = (key: Key) => {
    setLeaving(key);
    setAsking(true);
  };
  return (
    <div className="grid gap-4">
      {made && <Secret key={made.key.id} secret={made.api_key} made={made.key} base={base} />}
      {failure ? <ErrorAlert error={failure} {...(again && { retry: again })} /> : null}
      <Panel title="New key">
        <CreateForm onCreate={create} isBusy={isBusy} />
      </Panel>
      <Panel title="Keys">
        <DataTable label="Your API keys" rows={keys} keyOf={({ id }) => id} columns={columns(toggle, ask)} />
      </Panel>
      {leaving && (
        <RevokeDialog
          name={nameOf(leaving)}
          keyId={leaving.id}
          isOpen={isAsking}
          onConfirm={() => revoke(leaving)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function columns(toggle: (key: Key) => void, ask: (key: Key) => void): Column<Key>[] {
  return [
    { title: "Name", isMain: true, cell: (key) => key.name ?? "–" },
    {
      title: "Key",
      cell: (key) =>
        key.client ? <Badge>connected program</Badge> : <code className="text-xs">{key.prefix}…</code>,
    },
    {
      title: "Spent / limit",
      cell: (key) =>
        key.credit_limit === null
          ? "–"
          : `${credits(key.credits_spent ?? 0)} of ${credits(key.credit_limit)} / ${key.credit_limit_interval}`,
    },
    {
      title: "Last used",
      cell: (key) => (key.last_used_at ? <RelativeTime time={key.last_used_at} /> : "never"),
    },
    {
      title: "Expires",
      cell: (key) => (key.expires_at ? <RelativeTime time={key.expires_at} /> : "never"),
    },
    {
      title: "Active",
      cell: (key) => (
        <Switch isOn={key.active} onChange={() => toggle(key)} label={`${nameOf(key)} is active`} />
      ),
    },
    {
      title: "Revoke",
      isAction: true,
      cell: (key) => (
        <Button size="sm" variant="quiet" onClick={() => ask(key)}>
          Revoke …
        </Button>
      ),
    },
  ];
}

function CreateForm({ onCreate, isBusy }: { onCreate: (form: HTMLFormElement) => void; isBusy: boolean }) {
  return (
    <Form
      autoComplete="off"
      className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-3"
      onSend={(_, form) => onCreate(form)}
    >
      <Field id="key-name" label="Name">
        <Input id="key-name" name="name" placeholder="agent, ci, laptop" />
      </Field>
      <Field id="key-days" label="Expires">
        <Select id="key-days" name="days" defaultValue="">
          <option value="">never</option>
          <option value="7">in 7 days</option>
          <option value="30">in 30 days</option>
          <option value="90">in 90 days</option>
          <option value="365">in a year</option>
        </Select>
      </Field>
      <Field id="key-limit" label="Spend limit (credits)">
        <Input
          id="key-limit"
          name="limit"
          type="number"
          min={0}
          max={10000}
          step={0.000001}
          placeholder="none"
        />
      </Field>
      <Field id="key-interval" label="Resets">
        <Select id="key-interval" name="interval" defaultValue="month">
          {["day", "week", "month", "total"].map((interval) => (
            <option key={interval} value={interval}>
              {interval === "total" ? "never" : `every ${interval}`}
            </option>
          ))}
        </Select>
      </Field>
      <Button variant="primary" type="submit" disabled={isBusy}>
        Create key
      </Button>
    </Form>
  );
}

function Secret({ secret, made, base }: { secret: string; made: Key; base: string }) {
  return (
    <Panel title="Your new key" className="border-accent">
      <p className="mb-3 text-sm text-muted">Store it securely; you won't see it again.</p>
      <div className="grid gap-3">
        <CodeBlock label="Key" code={secret} />
        <LiveBlock label=".env" language="env" code={`SKILLS_API_KEY=${secret}`} />
        <LiveBlock
          label="First call"
          language="sh"
          code={`curl ${base}/v1/balance -H "Authorization: Bearer ${secret}"`}
        />
        <FirstCall keyId={made.id} />
      </div>
    </Panel>
  );
}

/** Waits for the first call of a key, and says so when it is there. */
function FirstCall({ keyId }: { keyId: string }) {
  const isUsed = (keys: Key[] | undefined) => keys?.find(({ id }) => id === keyId)?.last_used_at != null;
  const { data: keys } = useQuery({
    ...keyQueries.list,
    refetchInterval: ({ state }) =>
      isUsed(state.data) || state.dataUpdateCount > MAX_LOOKS ? false : LOOK_AGAIN_MS,
  });
  const isThere = isUsed(keys);
  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      <span
        aria-hidden
        className={`size-2 rounded-full ${isThere ? "bg-ok" : "animate-pulse bg-warn motion-reduce:animate-none"}`}
      />
      {isThere ? (
        <span className="font-medium text-ok">The first call has arrived. This key works.</span>
      ) : (
        <span className="text-muted">Waiting for the first call …</span>
      )}
    </p>
  );
}
