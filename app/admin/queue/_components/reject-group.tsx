"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { AreaField, SelectField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { notify } from "@/components/ui/notify";
import { ApiError, callApi } from "@/lib/interfaces/client/api";
import type { TitledText } from "@/lib/platform/site/titled-text-schemas";

type Submission = { id: string; name: string; revision: number };

/** Rejects near-identical submissions with one reason. Each is a separate decision; those that were decided meanwhile are left out. */
export function RejectGroup({ group, reasons }: { group: readonly Submission[]; reasons: readonly TitledText[] }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  if (group.length < 2) return null;
  const send = async () => {
    let rejected = 0;
    for (const { id: skill_id, revision } of group) if (await reject({ skill_id, revision, reason })) rejected++;
    const late = group.length - rejected;
    notify(`Rejected ${rejected} submissions.${late > 0 ? ` ${late} were decided or changed meanwhile.` : ""}`);
    setOpen(false);
  };
  return (
    <div className="mt-2">
      <Button size="sm" className="text-bad!" onClick={() => setOpen(true)}>
        Reject all {group.length} near-identical
      </Button>
      <LazyDialog
        title={`Reject ${group.length} submissions`}
        about={group.map(({ name }) => name).join(", ")}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Form className="grid gap-4" onSend={send} refreshes>
          <SelectField
            name="template"
            label="Reason template"
            value=""
            onChange={(event) => setReason(event.target.value)}
            options={[["", "Choose…"], ...reasons.map(({ title, text }) => [text, title] as const)]}
          />
          <AreaField
            name="reason"
            label="Reason, shown to each developer"
            required
            limit="reason"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <FormEnd action={`Reject ${group.length}`} variant="danger" onCancel={() => setOpen(false)} />
        </Form>
      </LazyDialog>
    </div>
  );
}

/** Whether it was rejected now; false for one that somebody has decided or changed. */
async function reject(body: { skill_id: string; revision: number; reason: string }): Promise<boolean> {
  try {
    await callApi("PATCH /v1/admin/skills", { body: { ...body, action: "reject" } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return false;
    throw error;
  }
}
