"use client";

import { useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { Callout } from "@/components/ui/callout";
import { SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { textOf, useAction } from "@/components/ui/use-action";
import { type BodyOf, callApi, type ResultOf } from "@/lib/interfaces/client/api";

export type EndpointAuthShown = ResultOf<"GET /v1/developer/skills/{id}/endpoint-auth">;
type OriginAuth = EndpointAuthShown["origins"][number];
type Input = BodyOf<"PUT /v1/developer/skills/{id}/endpoint-auth">;
type Kind = Input["kind"];
type FieldOf = { name: string; label: string; isSecret?: true; isOptional?: true; placeholder?: string };

/** The fields of each kind, named as the API names them. */
const FIELDS: Record<Kind, readonly FieldOf[]> = {
  header: [
    { name: "name", label: "Header", placeholder: "X-Api-Key" },
    { name: "value", label: "Value", isSecret: true },
  ],
  query: [
    { name: "name", label: "Parameter", placeholder: "api_key" },
    { name: "value", label: "Value", isSecret: true },
  ],
  bearer: [{ name: "token", label: "Token", isSecret: true }],
  basic: [
    { name: "username", label: "Username" },
    { name: "password", label: "Password", isSecret: true },
  ],
  oauth_client_credentials: [
    { name: "token_url", label: "Token URL", placeholder: "https://auth.example.com/token" },
    { name: "scope", label: "Scope (optional)", isOptional: true },
    { name: "client_id", label: "Client ID" },
    { name: "client_secret", label: "Client secret", isSecret: true },
  ],
};
const KINDS: readonly (readonly [Kind, string])[] = [
  ["header", "Header"],
  ["bearer", "Bearer token"],
  ["query", "Query parameter"],
  ["basic", "Username and password"],
  ["oauth_client_credentials", "OAuth client credentials"],
];
const TITLES = new Map<string, string>(KINDS);

type Props = {
  skillId: string;
  initial: EndpointAuthShown;
  /** Where calls of the draft go. */
  endpoint: string;
  /** Saves what has been typed, so that the credentials are for the endpoint that is seen. */
  saved: () => Promise<unknown>;
};

/** The credentials that calls of tools carry for the seller's own servers; saved by themselves, since no reviewer sees them. */
export function EndpointAuthPanel({ skillId, initial, endpoint, saved }: Props) {
  const [origins, setOrigins] = useState(initial.origins);
  const [kind, setKind] = useState<Kind>(initial.kind === "none" ? "header" : initial.kind);
  const [round, setRound] = useState(0);
  const action = useAction();
  const params = { id: skillId };
  const draftOrigin = URL.canParse(endpoint) ? new URL(endpoint).origin : null;
  const isSet = origins.some(({ origin }) => origin === draftOrigin);
  const send = (form: FormData) =>
    action.run(async () => {
      await saved();
      const given = FIELDS[kind].map(({ name }) => [name, textOf(form, name).trim()] as const);
      const body = { kind, ...Object.fromEntries(given.filter(([, text]) => text !== "")) } as Input;
      const { data } = await callApi("PUT /v1/developer/skills/{id}/endpoint-auth", { params, body });
      setOrigins(data.origins);
      // Secrets don't stay in the page.
      setRound(round + 1);
    });
  return (
    <Panel title="Credentials for your server">
      <div className="grid gap-4">
        <p className="max-w-prose text-sm text-muted">
          Every call sends them, so your server can reject other callers. They are stored encrypted and never shown
          again. Changing them needs no review.
        </p>
        {origins.length > 0 && (
          <ul className="grid gap-2">
            {origins.map((one) => (
              <li key={one.origin} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <Current shown={one} />
                <RemoveButton skillId={skillId} origin={one.origin} onRemoved={setOrigins} />
              </li>
            ))}
          </ul>
        )}
        {draftOrigin !== null && !isSet && origins.some(({ origin }) => origin) && (
          <Callout tone="warn" title="Your endpoint moved to another host.">
            Calls to {draftOrigin} don't send these credentials. Enter them again.
          </Callout>
        )}
        <Form key={round} by={action} onSend={send} className="grid gap-4">
          <SelectField
            name="kind"
            label="Type"
            value={kind}
            options={KINDS}
            className="max-w-xs"
            onChange={(event) => setKind(event.target.value as Kind)}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            {FIELDS[kind].map(({ name, label, isSecret, isOptional, placeholder }) => (
              <TextField
                key={`${kind}-${name}`}
                name={name}
                label={label}
                type={isSecret ? "password" : "text"}
                autoComplete={isSecret ? "new-password" : "off"}
                className="font-mono"
                {...(placeholder && { placeholder })}
                required={!isOptional}
              />
            ))}
          </div>
          <FormEnd action={isSet ? "Replace credentials" : "Save credentials"} busy="Saving…" done="Saved" />
        </Form>
      </div>
    </Panel>
  );
}

type Removal = {
  skillId: string;
  origin: string | null;
  onRemoved: (left: OriginAuth[]) => void;
};

function RemoveButton({ skillId, origin, onRemoved }: Removal) {
  return (
    <ActionButton
      question={{
        title: "Remove the credentials?",
        action: "Remove",
        isDangerous: true,
        children: "Calls to your server stop sending them immediately.",
      }}
      send={async () => {
        const request = { params: { id: skillId }, ...(origin && { query: { origin } }) };
        const { data } = await callApi("DELETE /v1/developer/skills/{id}/endpoint-auth", request);
        onRemoved(data.origins);
      }}
    >
      Remove
    </ActionButton>
  );
}

function Current({ shown: { kind, name, token_url, origin, updated_at } }: { shown: OriginAuth }) {
  return (
    <p className="min-w-0 text-sm wrap-anywhere">
      {TITLES.get(kind)}
      {name && (
        <>
          {" "}
          <code>{name}</code>
        </>
      )}
      {token_url && (
        <>
          , token from <code>{token_url}</code>
        </>
      )}
      {origin ? (
        <>
          , sent to <code>{origin}</code>
        </>
      ) : (
        ", not sent: enter them again"
      )}
      {origin && updated_at && (
        <>
          , set <RelativeTime time={updated_at} />
        </>
      )}
      .
    </p>
  );
}
