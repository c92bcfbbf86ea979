"use client";

import { type ComponentProps, useState } from "react";
import { ArchiveDrop } from "@/app/console/import/_components/archive-drop";
import { Proposal } from "@/app/console/import/_components/proposal";
import type { Looked, Sent, TargetSkill } from "@/app/console/import/_components/sent";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorAlert } from "@/components/ui/error-alert";
import { SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { textOf, useAction } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/interfaces/client/api";
import type { ImportSource } from "@/lib/supply/importing/schemas";

type Kind = "upload" | "git" | "openapi" | "mcp";
type Last = { kind: Kind; source: ImportSource | null; version: string | null };

type Action = ReturnType<typeof useAction>;
const LOOK = { action: "Preview import", busy: "Reading…" };

const KINDS: { value: Kind; title: string }[] = [
  { value: "upload", title: "A folder, ZIP or .skill file" },
  { value: "git", title: "A public Git repository" },
  { value: "openapi", title: "An OpenAPI document" },
  { value: "mcp", title: "An MCP server" },
];

/** Reads a source, shows what it would fill in, and takes over what is chosen. */
export function ImportForm({ skill, last }: { skill: TargetSkill | null; last: Last | null }) {
  const [kind, setKind] = useState<Kind>(last?.kind ?? "upload");
  const [looked, setLooked] = useState<Looked | null>(null);
  const looking = useAction();
  const { run, again, isBusy, failure } = looking;
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
              last={last?.source ?? null}
              choices={listOf(choices.folders)}
              looking={looking}
              onSend={(body) => look({ body })}
            />
          )}
          {kind === "openapi" && (
            <OpenApiFields
              last={last?.source ?? null}
              choices={listOf(choices.operations)}
              looking={looking}
              onSend={(body) => look({ body })}
            />
          )}
          {kind === "mcp" && (
            <McpFields last={last?.source ?? null} choices={[]} looking={looking} onSend={(body) => look({ body })} />
          )}
          {kind === "upload" && failure ? <ErrorAlert error={failure} retry={again} /> : null}
        </div>
      </Panel>
      {looked && <Proposal key={looked.result.digest} looked={looked} skill={skill} />}
    </div>
  );
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

type FieldsProps<Kind extends ImportSource["source"]> = {
  last: ImportSource | null;
  choices: string[];
  looking: Action;
  onSend: (body: Extract<ImportSource, { source: Kind }>) => Promise<void>;
};

function GitFields({ last: before, choices, looking, onSend }: FieldsProps<"git">) {
  const last = before?.source === "git" ? before : null;
  const send = (form: FormData) => {
    const folder = textOf(form, "folder").trim();
    const [url, ref] = [textOf(form, "url").trim(), textOf(form, "ref").trim()];
    return onSend({ source: "git", url, ref, ...(folder && { folder }) });
  };
  return (
    <Form by={looking} onSend={send} className="grid gap-4">
      <TextField
        name="url"
        label="Repository"
        hint="On GitHub, GitLab, Codeberg or Bitbucket."
        type="url"
        required
        placeholder="https://github.com/owner/name"
        defaultValue={last?.url}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="ref"
          label="Tag or commit"
          required
          placeholder="v1.0.0"
          className="font-mono"
          defaultValue={last?.ref}
        />
        <ChoiceField
          name="folder"
          label="Folder (optional)"
          hint="Where SKILL.md is, if the repository holds several skills."
          choices={choices}
          placeholder="skills/my-skill"
          defaultValue={last?.folder}
        />
      </div>
      <FormEnd {...LOOK} />
    </Form>
  );
}

function OpenApiFields({ last: before, choices, looking, onSend }: FieldsProps<"openapi">) {
  const last = before?.source === "openapi" ? before : null;
  const [file, setFile] = useState<File | null>(null);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const send = async (form: FormData) => {
    const operation = textOf(form, "operation").trim();
    const given = file ? { document: await file.text() } : { url: textOf(form, "url").trim() };
    const wanted = ticked.length > 0 ? { operations: [...ticked] } : operation && { operation };
    await onSend({ source: "openapi", ...given, ...wanted });
  };
  return (
    <Form by={looking} onSend={send} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="url"
          label="URL of the document"
          type="url"
          required={!file}
          disabled={file !== null}
          placeholder="https://api.example.com/openapi.json"
          defaultValue={last?.url}
        />
        <TextField
          name="document"
          label="Or a file"
          type="file"
          accept=".json,.yaml,.yml,application/json"
          className="border-0! bg-transparent! px-0! file:mr-2 file:h-8 file:rounded-md file:border file:border-edge file:bg-surface file:px-2.5 file:text-sm file:text-fg"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </div>
      {choices.length > 0 ? (
        <Operations names={choices} ticked={ticked} onChange={setTicked} />
      ) : (
        <TextField
          name="operation"
          label="Operation"
          hint="Needed when the document has several. Leave it empty to choose from a list."
          placeholder="POST /summarize"
          defaultValue={last?.operation}
          className="font-mono"
        />
      )}
      <FormEnd {...LOOK} />
    </Form>
  );
}

type OperationsProps = {
  names: readonly string[];
  ticked: readonly string[];
  onChange: (ticked: readonly string[]) => void;
};

/** The operations of a document, of which each that is ticked becomes a tool. */
function Operations({ names, ticked, onChange }: OperationsProps) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 text-sm font-medium">Operations</legend>
      <p className="text-xs text-muted">Each one you choose becomes a tool with its own price.</p>
      <ul className="grid max-h-72 gap-1 overflow-y-auto rounded-md border border-line p-3 sm:grid-cols-2">
        {names.map((name, index) => (
          <li key={name} className="flex min-w-0 items-center gap-2">
            <Checkbox
              id={`operation-${index}`}
              checked={ticked.includes(name)}
              onCheckedChange={(isTicked) =>
                onChange(isTicked ? [...ticked, name] : ticked.filter((one) => one !== name))
              }
            />
            <label htmlFor={`operation-${index}`} className="min-w-0 break-all font-mono text-xs">
              {name}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** An MCP server by its URL, with the secret that it asks for. */
function McpFields({ last: before, looking, onSend }: FieldsProps<"mcp">) {
  const last = before?.source === "mcp" ? before : null;
  const send = (form: FormData) => {
    const [header, value] = [textOf(form, "header").trim(), textOf(form, "secret").trim()];
    const auth = header ? { kind: "header" as const, name: header, value } : { kind: "bearer" as const, token: value };
    return onSend({ source: "mcp", url: textOf(form, "url").trim(), ...(value && { auth }) });
  };
  return (
    <Form by={looking} onSend={send} className="grid gap-4">
      <TextField
        name="url"
        label="URL of the server"
        hint="Streamable HTTP. We read its tools; nothing is called."
        type="url"
        required
        placeholder="https://mcp.example.com/mcp"
        defaultValue={last?.url}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="secret"
          label="Secret (optional)"
          hint="If your server asks for one. Stored encrypted, sent with every call, and never shown again."
          type="password"
          autoComplete="off"
        />
        <TextField
          name="header"
          label="Header (optional)"
          hint="Empty sends the secret as a bearer token."
          placeholder="X-Api-Key"
          className="font-mono"
        />
      </div>
      <FormEnd {...LOOK} />
    </Form>
  );
}

function ChoiceField({ choices, ...field }: ComponentProps<typeof TextField> & { choices: string[] }) {
  const { name, label, hint } = field;
  if (choices.length > 0)
    return <SelectField {...{ name, label, hint }} options={choices.map((choice) => [choice, choice])} />;
  return <TextField {...field} className="font-mono" />;
}
