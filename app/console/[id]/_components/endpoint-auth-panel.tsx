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
  /** Where calls go now. */
  endpoint: string;
  /** Saves what has been typed, so that the credentials are for the endpoint that is seen. */
  saved: () => Promise<unknown>;
};

/** The credentials that calls of tools carry for the seller's own server; saved by themselves, since no reviewer sees them. */
export function EndpointAuthPanel({ skillId, initial, endpoint, saved }: Props) {
  const [current, setCurrent] = useState(initial);
  const [kind, setKind] = useState<Kind>(current.kind === "none" ? "header" : current.kind);
  const [round, setRound] = useState(0);
  const action = useAction();
  const params = { id: skillId };
  const isSet = current.kind !== "none";
  const send = (form: FormData) =>
    action.run(async () => {
      await saved();
      const given = FIELDS[kind].map(({ name }) => [name, textOf(form, name).trim()] as const);
      const body = { kind, ...Object.fromEntries(given.filter(([, text]) => text !== "")) } as Input;
      const { data } = await callApi("PUT /v1/developer/skills/{id}/endpoint-auth", { params, body });
      setCurrent(data);
      // Secrets don't stay in the page.
      setRound(round + 1);
    });
  return (
    <Panel title="Credentials for your server">
      <div className="grid gap-4">
        <p className="max-w-prose text-sm text-muted">
          Every call carries them, so your server can turn everyone else away. They are stored encrypted and never shown
          again. Changing them needs no review.
        </p>
        {isSet && <Current shown={current} endpoint={endpoint} />}
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
          <FormEnd action={isSet ? "Replace credentials" : "Save credentials"} busy="Saving…" done="Saved">
            {isSet && (
              <ActionButton
                question={{
                  title: "Remove the credentials?",
                  action: "Remove",
                  isDangerous: true,
                  children: "Calls go to your server without them from now on.",
                }}
                send={async () =>
                  setCurrent((await callApi("DELETE /v1/developer/skills/{id}/endpoint-auth", { params })).data)
                }
              >
                Remove
              </ActionButton>
            )}
          </FormEnd>
        </Form>
      </div>
    </Panel>
  );
}

function Current({ shown, endpoint }: { shown: EndpointAuthShown; endpoint: string }) {
  const { kind, name, token_url, origin, updated_at } = shown;
  const isElsewhere = URL.canParse(endpoint) && new URL(endpoint).origin !== origin;
  return (
    <>
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
        , sent to <code>{origin}</code>
        {updated_at && (
          <>
            , set <RelativeTime time={updated_at} />
          </>
        )}
        .
      </p>
      {isElsewhere && (
        <Callout tone="warn" title="Your endpoint is at another host now.">
          Calls of {new URL(endpoint).origin} don't carry these credentials. Enter them again for it.
        </Callout>
      )}
    </>
  );
}
