"use client";

import { useState } from "react";
import { callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";

type Step = { name: "withdraw" | "unlist" | "relist"; label: string; body?: object; question?: string };

/** The steps that a skill's standing allows: withdraw, discard an edit, take it off the marketplace, put it back. */
export function LifecycleActions({
  skill,
}: {
  skill: { id: string; status: string; live: boolean; approved: boolean; unlisted: boolean };
}) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const take = async ({ name, body, question }: Step) => {
    if (question && !window.confirm(question)) return;
    setBusy(true);
    setFailure(null);
    try {
      await callApi(`/v1/developer/skills/${skill.id}/${name}`, { method: "POST", ...(body && { body }) });
      window.location.reload();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex flex-wrap gap-2">
        {stepsFor(skill).map((step) => (
          <Button key={step.label} size="sm" disabled={isBusy} onClick={() => void take(step)}>
            {step.label}
          </Button>
        ))}
      </div>
      {failure ? <Failure error={failure} /> : null}
    </div>
  );
}

function stepsFor({
  status,
  live,
  approved,
  unlisted,
}: Parameters<typeof LifecycleActions>[0]["skill"]): Step[] {
  const steps: (Step | false)[] = [
    status === "pending" && { name: "withdraw", label: "Withdraw to edit", body: {} },
    approved &&
      status !== "approved" && {
        name: "withdraw",
        label: "Discard edit",
        body: { discard: true },
        question: "Drop this edit and go back to the approved revision? The text of the edit is lost.",
      },
    live && {
      name: "unlist",
      label: "Unlist",
      body: {},
      question:
        "Take this skill off the marketplace? Running subscriptions are served to the end of their period and do not renew; calls that are paid one by one end now. You can put it back at any time.",
    },
    unlisted && { name: "relist", label: "Put back on the marketplace" },
  ];
  return steps.filter((step) => step !== false);
}
