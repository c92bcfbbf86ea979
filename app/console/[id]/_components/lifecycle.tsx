"use client";

import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { useNavigate } from "@/components/ui/navigation";
import { notify, notifyNext } from "@/components/ui/notify";
import { useConfirm } from "@/components/ui/use-confirm";
import { callApi } from "@/lib/interfaces/client/api";

type Step = {
  name: "withdraw" | "unlist" | "relist" | "delete";
  label: string;
  discard?: true;
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
    isPrivate: boolean;
    approved: boolean;
    unlisted: boolean;
    suspended: boolean;
  };
}) {
  const navigate = useNavigate();
  const send = async ({ name, discard, done }: Step) => {
    if (name === "delete") {
      await callApi("DELETE /v1/developer/skills/{id}", { params: { id: skill.id } });
      notify(done);
      navigate("/console");
      return;
    }
    const params = { id: skill.id };
    if (name === "relist") await callApi("POST /v1/developer/skills/{id}/relist", { params });
    else if (name === "unlist") await callApi("POST /v1/developer/skills/{id}/unlist", { params, body: {} });
    else await callApi("POST /v1/developer/skills/{id}/withdraw", { params, body: { discard } });
    notifyNext(done);
    // The editor keeps its own state, which must begin anew.
    window.location.reload();
  };
  const { ask, run, dialog, again, isBusy, isDone, failure } = useConfirm({
    question: ({ label, question }: Step) => ({
      action: label,
      title: "",
      ...question,
      children: question?.text,
    }),
    send,
    isKeyed: false,
  });
  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex flex-wrap gap-2">
        {stepsFor(skill).map((step) => (
          <Button
            key={step.label}
            size="sm"
            disabled={isBusy || isDone}
            onClick={() => (step.question ? ask(step) : void run(step))}
          >
            {step.label}
          </Button>
        ))}
      </div>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      {dialog}
    </div>
  );
}

function stepsFor({
  status,
  live,
  isPrivate,
  approved,
  unlisted,
  suspended,
}: Parameters<typeof LifecycleActions>[0]["skill"]): Step[] {
  const steps: (Step | false)[] = [
    status === "pending" && {
      name: "withdraw",
      label: "Withdraw to edit",
      done: "Withdrawn; you can edit it.",
    },
    approved &&
      status !== "approved" && {
        name: "withdraw",
        label: "Discard edit",
        discard: true,
        done: "Edit discarded. The approved revision is unchanged.",
        question: {
          title: "Discard this edit?",
          text: "You go back to the approved revision and lose the changes in this edit.",
        },
      },
    live && {
      name: "unlist",
      label: "Unlist",
      done: "The skill is off the marketplace.",
      question: {
        title: "Take this skill off the marketplace?",
        text: "Subscriptions run to the end of their period and don't renew. Pay-per-call use ends now. You can put the skill back anytime.",
      },
    },
    isPrivate &&
      approved && {
        name: "unlist",
        label: "Take out of use",
        done: "Members can't use the skill any more.",
        question: {
          title: "Take this skill out of use?",
          text: "Members' calls and downloads are refused from now on. Submit it again to bring it back.",
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
          text: "Its text, packages and history are deleted permanently, and its slug becomes available again.",
        },
      },
  ];
  return steps.filter((step) => step !== false);
}
