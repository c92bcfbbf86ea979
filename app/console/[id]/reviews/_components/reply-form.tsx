"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, TextArea } from "@/components/ui/field";
import { useAction } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/interfaces/client/api";

/** Answers a review, changes the answer or takes it back. */
export function ReplyForm({ reviewId, reply }: { reviewId: string; reply: string | null }) {
  const [text, setText] = useState(reply ?? "");
  const [isOpen, setOpen] = useState(false);
  const { run, again, isBusy, failure } = useAction({ refreshes: true });
  const send = (method: "PUT" | "DELETE") =>
    run(async () => {
      await callApi(`/v1/developer/reviews/${reviewId}/reply`, {
        method,
        ...(method === "PUT" && { body: { text } }),
      }).catch((error: unknown) => {
        // What is gone has been taken back, by a press whose answer was lost or in another tab.
        if (method === "PUT" || !(error instanceof ApiError) || error.status !== 404) throw error;
      });
      setOpen(false);
    });
  if (!isOpen)
    return (
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setOpen(true)}>
          {reply === null ? "Answer" : "Change answer"}
        </Button>
        {reply !== null && (
          <Button size="sm" variant="quiet" disabled={isBusy} onClick={() => void send("DELETE")}>
            Take back
          </Button>
        )}
        {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      </div>
    );
  return (
    <div className="grid gap-2">
      <Field id={`reply-${reviewId}`} label="Your answer" hint="Plain text, shown publicly below the review.">
        <TextArea
          id={`reply-${reviewId}`}
          maxLength={2000}
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="primary"
          disabled={isBusy || text.trim() === ""}
          onClick={() => void send("PUT")}
        >
          Publish answer
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
