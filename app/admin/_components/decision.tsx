"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useUnseen } from "@/app/admin/_components/seen-files";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field, Select, TextArea } from "@/components/ui/field";
import { LazyConfirm } from "@/components/ui/lazy-confirm";
import { Progress } from "@/components/ui/progress";
import { useAction } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/client/api";
import { reviewQueries } from "@/lib/client/review-queries";
import { MAX_REASON_CHARS } from "@/lib/core/limits";
import { REASON_TEMPLATES } from "@/lib/skills/reason-templates";

const WATCH_MS = 10_000;

type Subject = { skillId: string; revision: number };
type Props = Subject & {
  next: string;
  /** Whether the skill is the reviewer's own. */
  isOwn: boolean;
  /** Hashes of the package's files that are new or changed; null when the package cannot be read now. */
  toRead: readonly string[] | null;
};
type State = { status: string; revision: number };

/**
 * Approves or rejects exactly the revision that is shown, then goes on to the next one. Ctrl or Cmd with Enter in the
 * reason rejects. While the page is open it watches for another administrator, or the developer, being faster. An
 * approval asks again while there are files that nobody has opened in this browser.
 */
export function Decision({ skillId, revision, next, isOwn, toRead: files }: Props) {
  const [reason, setReason] = useState("");
  const [isAsking, setAsking] = useState(false);
  const toRead = files ?? [];
  const unseen = useUnseen(toRead);
  const { run, again, isBusy, isDone, failure, errorAt } = useAction();
  const overtaken = useOvertaken({ skillId, revision }, failure);
  const send = async (action: "approve" | "reject") => {
    await callApi("/v1/admin/skills", {
      method: "PATCH",
      body: { skill_id: skillId, action, revision, ...(action === "reject" && reason && { reason }) },
    });
    window.location.assign(next);
  };
  const decide = (action: "approve" | "reject") => run(() => send(action));
  const approve = () => (unseen > 0 ? setAsking(true) : void decide("approve"));
  const isOff = isBusy || isDone || overtaken !== null;
  return (
    <div className="grid gap-3">
      {overtaken && <Overtaken {...overtaken} next={next} />}
      {isOwn && <p className="text-sm text-warn">This skill is your own: the audit log will say so.</p>}
      {toRead.length > 0 && (
        <Progress
          label={`${toRead.length - unseen} of ${toRead.length} new or changed files opened`}
          share={(toRead.length - unseen) / toRead.length}
        />
      )}
      <Field id="template" label="Reason template">
        <Select
          id="template"
          value=""
          onChange={(event) => setReason((text) => [text, event.target.value].filter(Boolean).join("\n"))}
        >
          <option value="">Choose…</option>
          {REASON_TEMPLATES.map(({ title, text }) => (
            <option key={title} value={text}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <Field id="reason" label="Reason, shown to the developer" error={errorAt("reason")}>
        <TextArea
          id="reason"
          maxLength={MAX_REASON_CHARS}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !isOff) void decide("reject");
          }}
          className="font-sans text-sm"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button id="approve" look="primary" disabled={isOff || files === null} onClick={approve}>
          Approve <kbd className="text-2xs">a</kbd>
        </Button>
        <Button look="danger" disabled={isOff} onClick={() => decide("reject")}>
          Reject <kbd className="text-2xs">Ctrl ↵</kbd>
        </Button>
      </div>
      {failure && !overtaken ? <Failure error={failure} retry={again} /> : null}
      <LazyConfirm
        isOpen={isAsking}
        title="Approve without reading all of it?"
        action="Approve anyway"
        onConfirm={() => send("approve")}
        onClose={() => setAsking(false)}
      >
        <p>
          You have not opened {unseen} of the {toRead.length} files that are new or changed. Buyers' agents
          will follow and run them, and no check can tell what they do.
        </p>
      </LazyConfirm>
    </div>
  );
}

/** What has become of the revision meanwhile, when somebody was faster; null while it still waits. */
function useOvertaken({ skillId, revision }: Subject, failure: unknown): State | null {
  const { data, refetch } = useQuery({ ...reviewQueries.state(skillId), refetchInterval: WATCH_MS });
  const isLate = failure instanceof ApiError && failure.status === 409;
  useEffect(() => {
    if (isLate) void refetch();
  }, [isLate, refetch]);
  return data && (data.status !== "pending" || data.revision !== revision) ? data : null;
}

function Overtaken({ status, revision, next }: State & { next: string }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-warn/50 bg-raised px-3 py-2 text-sm"
    >
      <span>
        {status === "pending" ? (
          <>
            <strong className="font-medium text-warn">The developer has changed this skill.</strong> Revision{" "}
            {revision} waits now.
          </>
        ) : (
          <>
            <strong className="font-medium text-warn">Somebody was faster.</strong> The skill is {status} now.
          </>
        )}
      </span>
      {status === "pending" ? (
        <Button size="sm" onClick={() => window.location.reload()}>
          Look at it
        </Button>
      ) : (
        <Button size="sm" onClick={() => window.location.assign(next)}>
          Next skill
        </Button>
      )}
    </div>
  );
}
