"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Select, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/interfaces/client/api";
import { MAX_REASON_CHARS } from "@/lib/platform/core/limits";
import type { RejectionReason } from "@/lib/platform/site/schemas";

type Submission = { id: string; name: string; revision: number };

/** Rejects near-identical submissions with one reason. Each is a separate decision; those that were decided meanwhile are left out. */
export function RejectGroup({
  group,
  reasons,
}: {
  group: readonly Submission[];
  reasons: readonly RejectionReason[];
}) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const { run, again, isBusy, failure } = useAction({ refreshes: true });
  const id = useId();
  if (group.length < 2) return null;
  const send = () =>
    run(async () => {
      let rejected = 0;
      for (const { id: skill_id, revision } of group) {
        const isDone = await reject({ skill_id, revision, reason });
        if (isDone) rejected++;
      }
      const late = group.length - rejected;
      notify(
        `Rejected ${rejected} submissions.${late > 0 ? ` ${late} were decided or changed meanwhile.` : ""}`,
      );
      setOpen(false);
    });
  return (
    <div className="mt-2">
      <Button size="sm" className="text-bad" onClick={() => setOpen(true)}>
        Reject all {group.length} near-identical
      </Button>
      <LazyDialog
        title={`Reject ${group.length} submissions`}
        about={group.map(({ name }) => name).join(", ")}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Form className="grid gap-4" onSend={send}>
          <Field id={`${id}-template`} label="Reason template">
            <Select id={`${id}-template`} value="" onChange={(event) => setReason(event.target.value)}>
              <option value="">Choose…</option>
              {reasons.map(({ title, text }) => (
                <option key={title} value={text}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
          <Field id={id} label="Reason, shown to each developer">
            <TextArea
              id={id}
              required
              maxLength={MAX_REASON_CHARS}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          {failure ? <ErrorAlert error={failure} retry={again} /> : null}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" variant="danger" disabled={isBusy}>
              Reject {group.length}
            </Button>
          </div>
        </Form>
      </LazyDialog>
    </div>
  );
}

/** Whether it was rejected now; false for one that somebody has decided or changed. */
async function reject(body: { skill_id: string; revision: number; reason: string }): Promise<boolean> {
  try {
    await callApi("/v1/admin/skills", { method: "PATCH", body: { ...body, action: "reject" } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return false;
    throw error;
  }
}
