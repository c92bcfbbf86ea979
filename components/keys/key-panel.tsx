"use client";

import { useState } from "react";
import { CodeBlock } from "@/components/code/code-block";
import { LiveBlock } from "@/components/code/live-block";
import { RevokeDialog } from "@/components/keys/revoke-dialog";
import { Ago } from "@/components/ui/ago";
import { callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Failure } from "@/components/ui/failure";
import { Field, Input, Select } from "@/components/ui/field";
import { credits } from "@/components/ui/format";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { Switch } from "@/components/ui/switch";

type Key = {
  id: string;
  name: string | null;
  prefix: string;
  active: boolean;
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
  credit_limit: number | null;
  credit_limit_interval: string | null;
};

/** The account's keys: make one, see it once, switch it off, end it. */
export function KeyPanel({ initial, base }: { initial: Key[]; base: string }) {
  const [keys, setKeys] = useState(initial);
  const [secret, setSecret] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const attempt = async (work: () => Promise<void>) => {
    setFailure(null);
    await work().catch(setFailure);
  };
  const replace = (key: Key) => setKeys((list) => list.map((other) => (other.id === key.id ? key : other)));
  const create = (form: FormData) =>
    attempt(async () => {
      const [name, days, limit, interval] = ["name", "days", "limit", "interval"].map((field) =>
        String(form.get(field) ?? ""),
      );
      const body = {
        ...(name && { name }),
        ...(days && { expires_in_days: Number(days) }),
        ...(limit && { credit_limit: Number(limit), credit_limit_interval: interval }),
      };
      const { data } = await callApi<{ api_key: string; key: Key }>("/v1/keys", { method: "POST", body });
      setSecret(data.api_key);
      setKeys((list) => [data.key, ...list]);
    });
  const toggle = (key: Key) =>
    attempt(async () => {
      const body = { active: !key.active };
      replace((await callApi<Key>(`/v1/keys/${key.id}`, { method: "PATCH", body })).data);
      notify(key.active ? `${nameOf(key)} is off: its next call fails.` : `${nameOf(key)} works again.`);
    });
  const [leaving, setLeaving] = useState<Key | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = (key: Key) => {
    setLeaving(key);
    setAsking(true);
  };
  const revoke = async (key: Key) => {
    await callApi(`/v1/keys/${key.id}`, { method: "DELETE" });
    setKeys((list) => list.filter(({ id }) => id !== key.id));
    notify(`${nameOf(key)} is revoked.`);
  };
  return (
    <div className="grid gap-4">
      {secret && <Secret secret={secret} base={base} />}
      {failure ? <Failure error={failure} /> : null}
      <Panel title="New key">
        <CreateForm onCreate={create} />
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

const nameOf = (key: Key) => key.name ?? `${key.prefix}…`;

function columns(toggle: (key: Key) => Promise<void>, ask: (key: Key) => void): Column<Key>[] {
  return [
    { title: "Name", isMain: true, cell: (key) => key.name ?? "–" },
    { title: "Key", cell: (key) => <code className="text-xs">{key.prefix}…</code> },
    {
      title: "Limit",
      cell: (key) =>
        key.credit_limit === null ? "–" : `${credits(key.credit_limit)} / ${key.credit_limit_interval}`,
    },
    {
      title: "Last used",
      cell: (key) => (key.last_used_at ? <Ago time={key.last_used_at} /> : "never"),
    },
    {
      title: "Expires",
      cell: (key) => (key.expires_at ? <Ago time={key.expires_at} /> : "never"),
    },
    {
      title: "Active",
      cell: (key) => (
        <Switch isOn={key.active} onChange={() => void toggle(key)} label={`${nameOf(key)} is active`} />
      ),
    },
    {
      title: "Revoke",
      cell: (key) => (
        <Button size="sm" look="quiet" onClick={() => ask(key)}>
          Revoke …
        </Button>
      ),
    },
  ];
}

function CreateForm({ onCreate }: { onCreate: (form: FormData) => Promise<void> }) {
  return (
    <form
      autoComplete="off"
      className="grid items-end gap-3 sm:grid-cols-[1fr_10rem_10rem_8rem_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        void onCreate(new FormData(event.currentTarget));
      }}
    >
      <Field id="key-name" label="Name">
        <Input id="key-name" name="name" maxLength={100} placeholder="agent, ci, laptop" />
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
      <Field id="key-limit" label="Limit, credits">
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
      <Field id="key-interval" label="per">
        <Select id="key-interval" name="interval" defaultValue="month">
          {["day", "week", "month", "total"].map((interval) => (
            <option key={interval}>{interval}</option>
          ))}
        </Select>
      </Field>
      <Button look="primary" type="submit">
        Create key
      </Button>
    </form>
  );
}

function Secret({ secret, base }: { secret: string; base: string }) {
  return (
    <Panel title="Your new key" className="border-accent">
      <p className="mb-3 text-sm text-muted">
        This is the only time that it is shown. Keep it where nobody else reads.
      </p>
      <div className="grid gap-3">
        <CodeBlock label="Key" code={secret} />
        <LiveBlock label=".env" language="env" code={`SKILLS_API_KEY=${secret}`} />
        <LiveBlock
          label="First call"
          language="sh"
          code={`curl ${base}/v1/balance -H "Authorization: Bearer ${secret}"`}
        />
      </div>
    </Panel>
  );
}
