"use client";

import { ActionButton } from "@/components/ui/action-button";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { day } from "@/lib/interfaces/client/format";

export type ShownDomain = {
  domain: string;
  txt_name: string;
  file_url: string;
  value: string;
  verified_at: string | null;
  failing_since: string | null;
};

/** Domains that the publisher verifies. */
export function Domains({ domains }: { domains: ShownDomain[] }) {
  const add = async (form: FormData, element: HTMLFormElement) => {
    await callApi("POST /v1/account/domains", { body: { domain: textOf(form, "domain") } });
    element.reset();
  };
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-sm text-muted">
        Buyers see a verified domain on your page, your skills and their signed statements. We check it every week.
      </p>
      {domains.length > 0 && (
        <ul className="grid divide-y divide-line">
          {domains.map((row) => (
            <Row key={row.domain} row={row} />
          ))}
        </ul>
      )}
      <Form autoComplete="off" onSend={add} refreshes className="flex flex-wrap items-end gap-3">
        <TextField name="domain" label="Domain" required placeholder="example.com" className="w-64" />
        <FormEnd action="Add domain" />
      </Form>
    </div>
  );
}

function Row({ row: { domain, txt_name, file_url, value, verified_at, failing_since } }: { row: ShownDomain }) {
  const params = { domain };
  return (
    <li className="grid gap-2 py-3 text-sm wrap-anywhere first:pt-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{domain}</span>
        {verified_at ? <Badge tone="ok">Verified</Badge> : <Badge tone="warn">Not verified</Badge>}
        {failing_since && <span className="text-warn">Proof missing since {day(failing_since)}.</span>}
      </p>
      {(!verified_at || failing_since) && (
        <div className="grid gap-1 text-muted">
          <p>
            Add a TXT record <code className="text-xs">{txt_name}</code>, or a file{" "}
            <code className="text-xs">{file_url}</code>, containing:
          </p>
          <p className="flex flex-wrap items-center gap-2">
            <code className="text-xs">{value}</code> <CopyButton text={value} label="Copy" />
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <ActionButton size="sm" refreshes send={() => callApi("POST /v1/account/domains/{domain}/check", { params })}>
          Check now
        </ActionButton>
        <ActionButton
          size="sm"
          variant="quiet"
          refreshes
          question={{
            title: `Remove ${domain}?`,
            action: "Remove domain",
            children: "It disappears from your pages immediately. Signed statements that name it don't change.",
          }}
          send={() => callApi("DELETE /v1/account/domains/{domain}", { params })}
        >
          Remove
        </ActionButton>
      </div>
    </li>
  );
}
