"use client";

import { useState } from "react";
import { NumberField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { callApi } from "@/lib/interfaces/client/api";

/** The fee of a developer's sales from now on; an empty field is the marketplace's. */
export function Fee({ id, percent, general }: { id: string; percent: number | null; general: number }) {
  const [value, setValue] = useState(percent === null ? "" : String(percent));
  const [reason, setReason] = useState("");
  const send = async () => {
    const body = { fee_percent: value.trim() === "" ? null : Number(value), reason };
    await callApi("PUT /v1/admin/accounts/{id}/fee", { params: { id }, body });
    setReason("");
    notify("Fee changed. The developer is notified.");
  };
  return (
    <Panel title="Fee on sales">
      <Form className="grid gap-4 sm:grid-cols-[12rem_1fr]" onSend={send} refreshes>
        <NumberField
          name="fee_percent"
          label="Fee (%)"
          hint={`Leave empty for the default, ${general}%. Applies to new sales.`}
          limit="percent"
          value={value}
          onChange={(event) => setValue(event.target.value)}
          className="max-w-32 font-mono"
        />
        <TextField
          name="reason"
          label="Reason, recorded in the audit log"
          required
          limit="reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="grid gap-4 sm:col-span-2">
          <FormEnd action="Set fee" variant="plain" />
        </div>
      </Form>
    </Panel>
  );
}
