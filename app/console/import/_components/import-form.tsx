"use client";

import { useState } from "react";
import { ArchiveDrop } from "@/app/console/import/_components/archive-drop";
import { Proposal } from "@/app/console/import/_components/proposal";
import type { Looked, Sent, TargetSkill } from "@/app/console/import/_components/sent";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, Select } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { textOf, useAction } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/interfaces/client/api";
import type { ImportSource } from "@/lib/supply/importing/schemas";

type Kind = "upload" | "git" | "openapi";
type Last = { kind: Kind; source: ImportSource | null; version: string | null };

const KINDS: { value: Kind; title: string }[] = [
  { value: "upload", title: "A folder, ZIP or .skill file" },
  { value: "git", title: "A public Git repository" },
  { value: "openapi", title: "An OpenAPI document" },
];

/** Reads a source, shows what it would fill in, and takes over what is chosen. */
export function ImportForm({ skill, last }: { skill: TargetSkill | null; last: Last | null }) {
  const [kind, setKind] = useState<Kind>(last?.kind ?? "upload");
  const [looked, setLooked] = useState<Looked | null>(null);
  const { run, again, isBusy, failure, failureBeside, errorAt } = useAction();
  const look = async (sent: Sent): Promise<void> => {
    await run(async () => {
      setLooked(null);
      const query = { dry_run: "true", skill_id: skill?.id } as const;
      const { data } = await callApi("POST /v1/developer/skills/import", { query, ...sent });
      setLooked({ sent, result: data });
    });
  };
  const choices = failure instanceof ApiError ? failure.details : {};
  return (
    <div className="grid gap-4">
      <Panel title="Source">
        <div className="grid gap-4">
          <RadioGroup
            label="Start from"
            options={KINDS}
            selected={kind}
            onSelect={(next) => {
              setKind(next);
              setLooked(null);
            }}
          />
          {kind === "upload" && <ArchiveDrop onFile={(file) => look({ file })} isBusy={isBusy} />}
          {kind === "git" && (
            <GitFields
              last={last?.source?.source === "git" ? last.source : null}
              folders={listOf(choices.folders)}
              errorAt={errorAt}
              isBusy={isBusy}
              onSend={(body) => look({ body })}
            />
          )}
          {kind === "openapi" && (
            <OpenApiFields
              last={last?.source?.source === "openapi" ? last.source : null}
              operations={listOf(choices.operations)}
              errorAt={errorAt}
              isBusy={isBusy}
              onSend={(body) => look({ body })}
            />
          )}
          {failureBeside(["url", "ref", "folder", "operation"]) ? (
            <ErrorAlert error={failure} {...(kind === "upload" && { retry: again })} />
          ) : null}
        </div>
      </Panel>
      {looked && <Proposal key={looked.result.digest} looked={looked} skill={skill} />}
    </div>
  );
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

type FieldsProps<Source> = {
  last: Source | null;
  errorAt: (param: string) => string | undefined;
  isBusy: boolean;
  onSend: (body: ImportSource) => Promise<void>;
};

function GitFields({
  last,
  folders,
  errorAt,
  isBusy,
  onSend,
}: FieldsProps<Extract<ImportSource, { source: "git" }>> & { folders: string[] }) {
  const send = (form: FormData) => {
    const folder = textOf(form, "folder").trim();
    const [url, ref] = [textOf(form, "url").trim(), textOf(form, "ref").trim()];
    return onSend({ source: "git", url, ref, ...(folder && { folder }) });
  };
  return (
    <Form onSend={send} className="grid gap-4">
      <Field id="url" label="Repository" hint="On GitHub, GitLab, Codeberg or Bitbucket." error={errorAt("url")}>
        <Input
          id="url"
          name="url"
          type="url"
          required
          placeholder="https://github.com/owner/name"
          defaultValue={last?.url}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="ref" label="Tag or commit" error={errorAt("ref")}>
          <Input id="ref" name="ref" required placeholder="v1.0.0" className="font-mono" defaultValue={last?.ref} />
        </Field>
        <Field
          id="folder"
          label="Folder (optional)"
          hint="Where SKILL.md is, if the repository holds several skills."
          error={errorAt("folder")}
        >
          {folders.length > 0 ? (
            <Select id="folder" name="folder">
              {folders.map((folder) => (
                <option key={folder}>{folder}</option>
              ))}
            </Select>
          ) : (
            <Input
              id="folder"
              name="folder"
              placeholder="skills/my-skill"
              className="font-mono"
              defaultValue={last?.folder}
            />
          )}
        </Field>
      </div>
      <Look isBusy={isBusy} />
    </Form>
  );
}

function OpenApiFields({
  last,
  operations,
  errorAt,
  isBusy,
  onSend,
}: FieldsProps<Extract<ImportSource, { source: "openapi" }>> & { operations: string[] }) {
  const [file, setFile] = useState<File | null>(null);
  const send = async (form: FormData) => {
    const operation = textOf(form, "operation").trim();
    const given = file ? { document: await file.text() } : { url: textOf(form, "url").trim() };
    await onSend({ source: "openapi", ...given, ...(operation && { operation }) });
  };
  return (
    <Form onSend={send} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="url" label="Address of the document" error={errorAt("url")}>
          <Input
            id="url"
            name="url"
            type="url"
            required={!file}
            disabled={file !== null}
            placeholder="https://api.example.com/openapi.json"
            defaultValue={last?.url}
          />
        </Field>
        <Field id="document" label="Or a file" error={errorAt("document")}>
          <input
            id="document"
            type="file"
            accept=".json,.yaml,.yml,application/json"
            className="h-8 text-sm file:mr-2 file:h-8 file:rounded-md file:border file:border-edge file:bg-surface file:px-2.5 file:text-sm file:text-fg"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </Field>
      </div>
      <Field id="operation" label="Operation" hint="Needed when the document has several." error={errorAt("operation")}>
        {operations.length > 0 ? (
          <Select id="operation" name="operation">
            {operations.map((operation) => (
              <option key={operation}>{operation}</option>
            ))}
          </Select>
        ) : (
          <Input
            id="operation"
            name="operation"
            placeholder="POST /summarize"
            className="font-mono"
            defaultValue={last?.operation}
          />
        )}
      </Field>
      <Look isBusy={isBusy} />
    </Form>
  );
}

function Look({ isBusy }: { isBusy: boolean }) {
  return (
    <div>
      <Button variant="primary" type="submit" disabled={isBusy}>
        {isBusy ? "Reading…" : "See what it fills in"}
      </Button>
    </div>
  );
}
