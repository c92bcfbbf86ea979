"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { useNavigate } from "@/components/ui/navigation";
import { notify, notifyNext } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Step = {
  name: "withdraw" | "unlist" | "relist" | "delete";
  label: string;
  body?: object;
  /** What it says in a corner when it is done. */
  done: string;
  /** What is asked before: a title and what will happen. */
  question?: { title: string; text: string };
};

/** The steps that a skill's standing allows: withdraw, discard an edit, take it off the marketplace, put it back; or delete it. */
export function LifecycleActions({
  skill,
}: {
  skill: {
    id: string;
    status: string;
    live: boolean;
    approved: boolean;
    unlisted: boolean;
    suspended: boolean;
  };
}) {
  const navigate = useNavigate();
  const { run, again, isBusy, isDone, failure } = useAction();
  const [asked, setAsked] = useState<Step | null>(null);
  const [isAsking, setAsking] = useState(false);
  const send = async ({ name, body, done }: Step) => {
    if (name === "delete") {
      await callApi(`/v1/developer/skills/${skill.id}`, { method: "DELETE" });
      notify(done);
      navigate("/console");
      return;
    }
    await callApi(`/v1/developer/skills/${skill.id}/${name}`, { method: "POST", ...(body && { body }) });
    notifyNext(done);
    // The editor keeps a state of its own, which must begin anew.
    window.location.reload();
  };
  const take = (step: Step) => {
    if (step.question) {
      setAsked(step);
      setAsking(true);
      return;
    }
    void run(() => send(step));
  };
  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex flex-wrap gap-2">
        {stepsFor(skill).map((step) => (
          <Button key={step.label} size="sm" disabled={isBusy || isDone} onClick={() => take(step)}>
            {step.label}
          </Button>
        ))}
      </div>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      {asked?.question && (
        <LazyAlertDialog
          title={asked.question.title}
          action={asked.label}
          isOpen={isAsking}
          onConfirm={() => send(asked)}
          onClose={() => setAsking(false)}
        >
          {asked.question.text}
        </LazyAlertDialog>
      )}
    </div>
  );
}

function stepsFor({
  status,
  live,
  approved,
  unlisted,
  suspended,
}: Parameters<typeof LifecycleActions>[0]["skill"]): Step[] {
  const steps: (Step | false)[] = [
    status === "pending" && {
      name: "withdraw",
      label: "Withdraw to edit",
      body: {},
      done: "Withdrawn; you can edit it.",
    },
    approved &&
      status !== "approved" && {
        name: "withdraw",
        label: "Discard edit",
        body: { discard: true },
        done: "The edit is gone; the approved revision stands.",
        question: {
          title: "Discard this edit?",
          text: "It goes back to the approved revision. The text of the edit is lost.",
        },
      },
    live && {
      name: "unlist",
      label: "Unlist",
      body: {},
      done: "The skill is off the marketplace.",
      question: {
        title: "Take this skill off the marketplace?",
        text: "Running subscriptions are served to the end of their period and do not renew; calls that are paid one by one end now. You can put it back at any time.",
      },
    },
    unlisted && {
      name: "relist",
      label: "Put back on the marketplace",
      done: "The skill is on the marketplace.",
    },
    !approved &&
      !suspended && {
        name: "delete",
        label: "Delete",
        done: "The skill is deleted.",
        question: {
          title: "Delete this skill?",
          text: "It was never on the marketplace: its text, packages and history are deleted permanently, and its slug becomes available.",
        },
      },
  ];
  return steps.filter((step) => step !== false);
}
