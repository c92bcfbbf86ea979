"use client";

import { useState } from "react";
import { NumberField, SelectField, TextField } from "@/components/ui/field";
import { textOf } from "@/components/ui/use-action";
import type { BodyOf } from "@/lib/interfaces/client/api";
import { CONSENT_DEFAULTS } from "@/lib/platform/core/limits";

export type NewKey = NonNullable<BodyOf<"POST /v1/keys">>;

const NO_LIMIT = "none";
const INTERVALS = [
  ["day", "a day"],
  ["week", "a week"],
  ["month", "a month"],
  ["total", "in total"],
  [NO_LIMIT, "no limit"],
] as const;

/** What every new key is asked: a name, and what it may spend. The limit begins as that of connected programs. */
export function KeyFields({ name }: { name?: string }) {
  const [interval, setInterval] = useState<string>(CONSENT_DEFAULTS.interval);
  return (
    <>
      <TextField
        name="name"
        label="Name"
        limit="keyName"
        required
        defaultValue={name}
        placeholder="agent, ci, laptop"
      />
      <NumberField
        name="credit_limit"
        label="Spend limit (USD)"
        limit="credits"
        required={interval !== NO_LIMIT}
        disabled={interval === NO_LIMIT}
        defaultValue={CONSENT_DEFAULTS.creditLimit}
      />
      <SelectField
        name="credit_limit_interval"
        label="Per"
        value={interval}
        onChange={(event) => setInterval(event.target.value)}
        options={INTERVALS}
      />
    </>
  );
}

/** What the fields ask for. */
export function namedKey(form: FormData): NewKey {
  const [name, interval] = [textOf(form, "name"), textOf(form, "credit_limit_interval")];
  return {
    name,
    ...(interval !== NO_LIMIT && {
      credit_limit: Number(textOf(form, "credit_limit")),
      credit_limit_interval: interval as NewKey["credit_limit_interval"],
    }),
  };
}
