"use client";

import { useState } from "react";
import type { Looked, TargetSkill } from "@/app/console/import/_components/sent";
import { MAX_COMPARED_CHARS, TextDiff } from "@/components/review/content-diff";
import { Findings } from "@/components/review/findings";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorAlert } from "@/components/ui/error-alert";
import { TextField } from "@/components/ui/field";
import { useNavigate } from "@/components/ui/navigation";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { bytes } from "@/lib/interfaces/client/format";
import { CONTENT, CONTENT_NAMES } from "@/lib/supply/skills/content-fields";
import { slugFrom } from "@/lib/supply/skills/slug-from";

type Row = { name: string; label: string; before: string; after: string };

/** What a source fills in, field by field beside what the skill has; the chosen fields are taken over. */
export function Proposal({ looked: { sent, result }, skill }: { looked: Looked; skill: TargetSkill | null }) {
  const rows = rowsOf(result, skill);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [slug, setSlug] = useState(() => slugFrom(result.proposal.name ?? ""));
  const navigate = useNavigate();
  const { run, again, isBusy, isDone, failureBeside, failure, errorAt } = useAction();
  const fields = rows.map(({ name }) => name).filter((name) => !left.has(name));
  const accept = () =>
    run(async () => {
      const chosen = { digest: result.digest, fields: fields.join(",") };
      const query = skill ? { ...chosen, skill_id: skill.id } : { ...chosen, slug };
      const { data } = await callApi("POST /v1/developer/skills/import", { query, ...sent });
      navigate(`/console/${data.skill?.id}`);
    });
  const toggle = (name: string) => {
    const next = new Set(left);
    if (!next.delete(name)) next.add(name);
    setLeft(next);
  };
  return (
    <Panel title={result.version ? `Changes from version ${result.version}` : "Changes"}>
      <div className="grid gap-5">
        {result.notes.length > 0 && (
          <ul className="grid list-disc gap-1 pl-5 text-sm text-warn">
            {result.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {rows.length === 0 && <p className="text-sm text-muted">Your skill already matches. Nothing to import.</p>}
        {rows.map((row) => (
          <FieldRow key={row.name} row={row} isTaken={!left.has(row.name)} onToggle={() => toggle(row.name)} />
        ))}
        {result.package && result.package.findings.length > 0 && (
          <Findings findings={result.package.findings} label="Found in the package" />
        )}
        {!skill && (
          <TextField
            name="slug"
            label="Slug"
            hint="Used in its URL and the API. It can't change later."
            error={errorAt("slug")}
            required
            limit="slug"
            className="font-mono"
            value={slug}
            onChange={(event) => setSlug(event.target.value)}
          />
        )}
        {failureBeside(["slug"]) ? <ErrorAlert error={failure} retry={again} /> : null}
        <div>
          <Button
            variant="primary"
            onClick={() => void accept()}
            disabled={isBusy || isDone || fields.length === 0 || (!skill && slug === "")}
          >
            {skill ? "Import" : "Create draft"}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function FieldRow({ row, isTaken, onToggle }: { row: Row; isTaken: boolean; onToggle: () => void }) {
  const { name, label, before, after } = row;
  const isLong = before.length + after.length > MAX_COMPARED_CHARS;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={`take-${name}`} className="flex items-center gap-2 text-sm font-medium">
        <Checkbox id={`take-${name}`} checked={isTaken} onCheckedChange={onToggle} />
        {label}
      </label>
      <div className={isTaken ? "min-w-0" : "min-w-0 opacity-50"}>
        {isLong ? (
          <p className="text-sm">Changed; too long to compare line by line.</p>
        ) : (
          <TextDiff name={label} before={before} after={after} />
        )}
      </div>
    </div>
  );
}

function rowsOf({ proposal, package: found }: Looked["result"], skill: TargetSkill | null): Row[] {
  const rows = CONTENT_NAMES.filter((name) => proposal[name] !== undefined).map((name) => ({
    name,
    label: CONTENT[name].label,
    before: skill ? shown(skill[name]) : "",
    after: shown(proposal[name]),
  }));
  const summary = found && `${found.version ?? "next version"}, ${fileCount(found.files.length)}, ${bytes(found.size)}`;
  const old = skill?.package ? `${skill.package.version}, ${bytes(skill.package.size)}` : "";
  return [
    ...rows.filter(({ before, after }) => before !== after),
    ...(summary ? [{ name: "package", label: "Package", before: old, after: summary }] : []),
  ];
}

const fileCount = (files: number) => (files === 1 ? "1 file" : `${files} files`);

function shown(value: unknown): string {
  return typeof value === "string" ? value : value ? JSON.stringify(value, null, 2) : "";
}
