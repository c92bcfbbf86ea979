"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { MAX_REASON_CHARS } from "@/lib/platform/core/limits";

/** The fee of a developer's sales from now on; an empty field is the marketplace's. */
export function Fee({ id, percent, general }: { id: string; percent: number | null; general: number }) {
  const [value, setValue] = useState(percent === null ? "" : String(percent));
  const [reason, setReason] = useState("");
  const { run, again, isBusy, errorAt, failureBeside } = useAction({ refreshes: true });
  const send = () =>
    run(async () => {
      const body = { fee_percent: value.trim() === "" ? null : Number(value), reason };
      await callApi(`/v1/admin/accounts/${id}/fee`, { method: "PUT", body });
      setReason("");
      notify("The fee is changed. The developer is notified.");
    });
  const failure = failureBeside(["fee_percent", "reason"]);
  return (
    <Panel title="Fee on sales">
      <Form className="flex flex-wrap items-start gap-4" onSend={send}>
        <Field
          id="fee_percent"
          label="Per cent"
          hint={`Empty for the marketplace's ${general}%. It applies to sales from now on.`}
          error={errorAt("fee_percent")}
        >
          <Input
            id="fee_percent"
            type="number"
            min={0}
            max={100}
            step="0.01"
            value={value}
            onChange={(event) => setValue(event.target.value)}
            className="max-w-32 font-mono"
          />
        </Field>
        <div className="min-w-60 flex-1">
          <Field id="fee_reason" label="Reason, recorded in the audit log" error={errorAt("reason")}>
            <Input
              id="fee_reason"
              required
              maxLength={MAX_REASON_CHARS}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </div>
        <div className="self-end">
          <Button type="submit" disabled={isBusy}>
            Set fee
          </Button>
        </div>
        {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      </Form>
    </Panel>
  );
}
