"use client";

import { useMemo } from "react";
import type { SectionProps } from "@/app/console/[id]/_components/section";
import { parseExamples } from "@/app/console/[id]/_components/state";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";

const MAX_CREDENTIALS = 5;
const PLACES = [
  ["header", "Header"],
  ["argument", "Argument"],
] as const;

type Row = { name: string; description: string; url: string; in: "header" | "argument"; as: string };
const EMPTY: Row = { name: "", description: "", url: "", in: "header", as: "Authorization" };
const FIELDS = [
  ["name", "Name", "github_token", true],
  ["description", "What it's for", "Reads the issues of your repositories", false],
  ["url", "Where buyers get it", "https://github.com/settings/tokens", false],
] as const;

/** The secrets of each buyer that calls carry: one box each. */
export function CredentialsEditor({ state, change, errorAt, isReadOnly }: SectionProps & { isReadOnly: boolean }) {
  const rows = useMemo(() => (parseExamples(state.credentials).examples ?? []) as Row[], [state.credentials]);
  const save = (next: Row[]) => change({ credentials: next.length === 0 ? "" : JSON.stringify(next, null, 2) });
  const set = (index: number, part: Partial<Row>) =>
    save(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="text-sm font-medium">Buyer's credentials</legend>
      <p className="text-xs text-muted">
        If your calls need each buyer's own key or token, ask for it here. Buyers store it once, and their live calls
        carry it to you. Test calls never do.
      </p>
      {rows.map((row, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and are edited in place.
          key={index}
          className="grid items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-2"
        >
          {FIELDS.map(([name, label, placeholder, isCode]) => (
            <TextField
              key={name}
              name={`credentials-${index}-${name}`}
              label={label}
              placeholder={placeholder}
              className={isCode ? "font-mono" : ""}
              value={row[name]}
              error={errorAt(`credentials[${index}].${name}`)}
              disabled={isReadOnly}
              onChange={({ target }) => set(index, { [name]: target.value })}
            />
          ))}
          <div className="grid grid-cols-2 gap-3">
            <SelectField
              name={`credentials-${index}-in`}
              label="Sent as"
              value={row.in}
              options={PLACES}
              disabled={isReadOnly}
              onChange={({ target }) => set(index, { in: target.value === "argument" ? "argument" : "header" })}
            />
            <TextField
              name={`credentials-${index}-as`}
              label={row.in === "header" ? "Header name" : "Argument name"}
              className="font-mono"
              value={row.as}
              error={errorAt(`credentials[${index}].as`)}
              disabled={isReadOnly}
              onChange={({ target }) => set(index, { as: target.value })}
            />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-2 sm:col-span-2">
            <p className="min-w-0 text-xs text-muted">
              {row.in === "argument"
                ? "Left out of your schema: callers don't send it."
                : row.as.toLowerCase() === "authorization"
                  ? "Sent as a bearer token."
                  : ""}
            </p>
            <Button
              size="sm"
              disabled={isReadOnly}
              aria-label={`Remove credential ${row.name || index + 1}`}
              onClick={() => save(rows.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </div>
        </div>
      ))}
      {errorAt("credentials") && !errorAt("credentials")?.startsWith("[") && (
        <p role="alert" className="text-xs text-bad">
          Credentials {errorAt("credentials")}.
        </p>
      )}
      {rows.length < MAX_CREDENTIALS && (
        <div>
          <Button size="sm" disabled={isReadOnly} onClick={() => save([...rows, EMPTY])}>
            Add credential
          </Button>
        </div>
      )}
    </fieldset>
  );
}
