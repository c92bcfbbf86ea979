"use client";

import { useEffect, useState } from "react";
import { callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field, Select, TextArea } from "@/components/ui/field";

const TEMPLATES = [
  "The endpoint does not answer, or not as the schema says.",
  "The description promises more than the skill does.",
  "The package asks agents to ignore their instructions or to run code from elsewhere.",
  "The readme does not say what the parameters mean.",
];

/** Approves or rejects exactly the revision that is shown; `a` approves, `r` goes to the reason. */
export function Decision({ skillId, revision, next }: { skillId: string; revision: number; next: string }) {
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const decide = async (action: "approve" | "reject") => {
    setFailure(null);
    try {
      await callApi("/v1/admin/skills", {
        method: "PATCH",
        body: { skill_id: skillId, action, revision, ...(action === "reject" && reason && { reason }) },
      });
      window.location.assign(next);
    } catch (error) {
      setFailure(error);
    }
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))
        return;
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === "a") document.getElementById("approve")?.click();
      if (event.key === "r") document.getElementById("reason")?.focus();
      if (event.key === "j" || event.key === "k")
        document.getElementById(event.key === "j" ? "next-item" : "previous-item")?.click();
      if (event.key === "r") event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className="grid gap-3">
      <Field id="template" label="Reason template">
        <Select
          id="template"
          value=""
          onChange={(event) => setReason((text) => [text, event.target.value].filter(Boolean).join("\n"))}
        >
          <option value="">Choose…</option>
          {TEMPLATES.map((template) => (
            <option key={template}>{template}</option>
          ))}
        </Select>
      </Field>
      <Field id="reason" label="Reason, shown to the developer">
        <TextArea
          id="reason"
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          className="font-sans text-sm"
        />
      </Field>
      <div className="flex gap-2">
        <Button id="approve" look="primary" onClick={() => decide("approve")}>
          Approve <kbd className="text-2xs opacity-80">a</kbd>
        </Button>
        <Button look="danger" onClick={() => decide("reject")}>
          Reject
        </Button>
      </div>
      {failure ? <Failure error={failure} retry={() => window.location.reload()} /> : null}
    </div>
  );
}
