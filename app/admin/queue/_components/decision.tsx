"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useDecisions } from "@/app/admin/_components/held-decisions-provider";
import { type Point, toAcknowledge, useApproval } from "@/app/admin/queue/_components/approval-dialog";
import { useIsProbed, useUnseen } from "@/app/admin/queue/_components/seen-files";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ErrorAlert } from "@/components/ui/error-alert";
import { AreaField, SelectField } from "@/components/ui/field";
import { useNavigate } from "@/components/ui/navigation";
import { Progress } from "@/components/ui/progress";
import { useAction } from "@/components/ui/use-action";
import { ApiError } from "@/lib/interfaces/client/api";
import { reviewQueries } from "@/lib/interfaces/client/review-queries";
import type { TitledText } from "@/lib/platform/site/titled-text-schemas";

const WATCH_MS = 10_000;
const LACKS_REASON = "A rejection needs a reason: say what the developer should change.";

type Subject = { skillId: string; revision: number };
/** Where to go on: to the first of these skills of which no approval is held, or to the queue. */
export type Next = { skills: readonly { id: string; href: string }[]; queue: string };
type Props = Subject & {
  next: Next;
  /** Whether the skill is the reviewer's own. */
  isOwn: boolean;
  /** Hashes of the package's files that are new or changed; null when the package cannot be read now. */
  toRead: readonly string[] | null;
  /** What an approval publishes: "Text statistics, revision 2". */
  title: string;
  /** Kinds of findings of high severity, and likenesses. */
  high: readonly Point[];
  /** Why the endpoint is not seen to work, in words; null when it is, or when there is none. */
  unprobed: string | null;
  /** A decision that the server holds, of any reviewer. */
  scheduled: object | null;
  /** Texts to begin the reason of a rejection with. */
  reasons: readonly TitledText[];
};
type State = { status: string; revision: number };

/**
 * Approves or rejects exactly the revision that is shown, then goes on to the next one. The server holds the decision for ten seconds. An
 * approval asks first; a rejection needs a reason, in which Ctrl or Cmd with Enter rejects. While the page is open it watches for
 * another administrator, or the developer, being faster.
 */
export function Decision({
  skillId,
  revision,
  next,
  isOwn,
  toRead: files,
  title,
  reasons,
  scheduled,
  ...evidence
}: Props) {
  const navigate = useNavigate();
  const [reason, setReason] = useState("");
  const [lacksReason, setLacksReason] = useState(false);
  const toRead = files ?? [];
  const unseen = useUnseen(toRead);
  const unprobed = useIsProbed(skillId, revision) ? null : evidence.unprobed;
  const points = toAcknowledge({ high: evidence.high, unseen, changed: toRead.length, unprobed });
  const { run, again, isBusy, failure, errorAt } = useAction();
  const overtaken = useOvertaken({ skillId, revision }, failure);
  const { held, decided: before, hold } = useDecisions();
  const isHeld = held.some((one) => one.skillId === skillId && one.state !== "failed") || scheduled !== null;
  const decided = [skillId, ...before, ...held.map((one) => one.skillId)];
  const nextHref = next.skills.find(({ id }) => !decided.includes(id))?.href ?? next.queue;
  const { ask, dialog } = useApproval({
    points,
    title,
    onConfirm: () => void run(() => send("approve")),
  });
  const send = async (action: "approve" | "reject") => {
    await hold({ skillId, revision, title, action, ...(action === "reject" && { reason }) });
    navigate(nextHref);
  };
  const reject = () => {
    const isMissing = reason.trim() === "";
    setLacksReason(isMissing);
    if (isMissing) document.getElementById("reason")?.focus();
    else void run(() => send("reject"));
  };
  const isOff = isBusy || isHeld || overtaken !== null;
  return (
    <div className="grid gap-3">
      {overtaken && <Overtaken {...overtaken} next={nextHref} />}
      {isHeld && !overtaken && (
        <p className="text-sm">A decision about this revision takes effect in a few seconds, unless it is undone.</p>
      )}
      {isOwn && <p className="text-sm text-warn">This is your own skill. The audit log will note it.</p>}
      {toRead.length > 0 && (
        <Progress
          label={`${toRead.length - unseen} of ${toRead.length} new or changed files opened`}
          share={(toRead.length - unseen) / toRead.length}
        />
      )}
      <ReasonField
        reasons={reasons}
        value={reason}
        onChange={setReason}
        onSend={() => !isOff && reject()}
        error={lacksReason && reason.trim() === "" ? LACKS_REASON : errorAt("reason")}
      />
      <div className="flex flex-wrap gap-2">
        <Button id="approve" variant="primary" disabled={isOff || files === null} onClick={() => ask()}>
          Approve <kbd className="text-2xs">a</kbd>
        </Button>
        <Button variant="danger" disabled={isOff} onClick={reject}>
          Reject <kbd className="text-2xs">Ctrl ↵</kbd>
        </Button>
      </div>
      {failure && !overtaken ? <ErrorAlert error={failure} retry={again} /> : null}
      {dialog}
    </div>
  );
}

/** The reason of a rejection, with texts to begin it with. */
function ReasonField({
  reasons,
  value,
  onChange,
  onSend,
  error,
}: {
  reasons: readonly TitledText[];
  value: string;
  onChange: (text: string) => void;
  onSend: () => void;
  error: string | undefined;
}) {
  return (
    <>
      <Templates reasons={reasons} onChoose={(text) => onChange([value, text].filter(Boolean).join("\n"))} />
      <AreaField
        id="reason"
        name="reason"
        label="Reason, shown to the developer"
        error={error}
        limit="reason"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) onSend();
        }}
      />
    </>
  );
}

/** Texts to begin a reason with. */
function Templates({ reasons, onChoose }: { reasons: readonly TitledText[]; onChoose: (text: string) => void }) {
  if (reasons.length === 0) return null;
  return (
    <SelectField
      name="template"
      label="Reason template"
      value=""
      onChange={(event) => onChoose(event.target.value)}
      options={[["", "Choose…"], ...reasons.map(({ title, text }) => [text, title] as const)]}
    />
  );
}

/** The status of the revision if it was decided meanwhile; null while it is pending. */
function useOvertaken({ skillId, revision }: Subject, failure: unknown): State | null {
  const { data, refetch } = useQuery({ ...reviewQueries.state(skillId), refetchInterval: WATCH_MS });
  const isLate = failure instanceof ApiError && failure.status === 409;
  useEffect(() => {
    if (isLate) void refetch();
  }, [isLate, refetch]);
  return data && (data.status !== "pending" || data.revision !== revision) ? data : null;
}

function Overtaken({ status, revision, next }: State & { next: string }) {
  const [router, navigate] = [useRouter(), useNavigate()];
  const isNewer = status === "pending";
  return (
    <Callout
      tone="warn"
      role="alert"
      title={isNewer ? "The developer changed this skill." : "Another administrator decided first."}
    >
      {isNewer ? `Revision ${revision} is waiting now. ` : `The skill is ${status} now. `}
      {isNewer ? (
        <Button size="sm" onClick={() => router.refresh()}>
          Review it
        </Button>
      ) : (
        <Button size="sm" onClick={() => navigate(next, { refresh: true })}>
          Next skill
        </Button>
      )}
    </Callout>
  );
}
