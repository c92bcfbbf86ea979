"use client";

import { CopyButton } from "@/components/ui/copy";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Initial = { domain: string; issuer: string; client_id: string } | null;
type Props = { handle: string; redirectUri: string; initial: Initial };
const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** The provider of the organization and the client that it has there. */
export function Provider({ handle, redirectUri, initial }: Props) {
  const save = async (form: FormData) => {
    const secret = textOf(form, "client_secret").trim();
    await callApi("PUT /v1/organizations/{handle}/sign-in", {
      params: { handle },
      body: {
        domain: textOf(form, "domain"),
        issuer: textOf(form, "issuer"),
        client_id: textOf(form, "client_id"),
        ...(secret && { client_secret: secret }),
      },
    });
  };
  return (
    <div className="grid gap-5">
      <div className="grid gap-1 text-sm">
        <span className="font-medium">Redirect URI</span>
        <span className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 wrap-anywhere">{redirectUri}</code>
          <CopyButton text={redirectUri} label="Copy redirect URI" isBrief />
        </span>
        <span className="text-xs text-muted">Register it at your provider, as a web application.</span>
      </div>
      <Form className="grid max-w-xl gap-4" onSend={save} refreshes>
        <TextField
          name="domain"
          label="Email domain"
          hint="For example, example.com. Domains such as gmail.com can't be used."
          defaultValue={initial?.domain}
          {...PLAIN}
          required
        />
        <TextField
          name="issuer"
          label="Issuer URL"
          type="url"
          hint="As your provider states it, such as https://login.example.com."
          defaultValue={initial?.issuer}
          {...PLAIN}
          required
        />
        <TextField name="client_id" label="Client ID" defaultValue={initial?.client_id} {...PLAIN} required />
        <TextField
          name="client_secret"
          label="Client secret"
          type="password"
          hint={
            initial
              ? "Leave empty to keep the stored one. Another domain, issuer or client ID ends current company sessions."
              : "Stored encrypted, and never shown again."
          }
          {...PLAIN}
          required={!initial}
        />
        <FormEnd action="Save" done="Saved." />
      </Form>
    </div>
  );
}
