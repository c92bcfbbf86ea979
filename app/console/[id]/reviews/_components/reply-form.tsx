"use client";

import { useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { Button } from "@/components/ui/button";
import { AreaField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { ApiError, callApi } from "@/lib/interfaces/client/api";

/** Replies to a review, changes the reply or deletes it. */
export function ReplyForm({ reviewId, reply }: { reviewId: string; reply: string | null }) {
  const [text, setText] = useState(reply ?? "");
  const [isOpen, setOpen] = useState(false);
  const params = { id: reviewId };
  const remove = () =>
    callApi("DELETE /v1/developer/reviews/{id}/reply", { params }).catch((error: unknown) => {
      // It was deleted before, by a press whose response was lost or in another tab.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
  const save = async () => {
    await callApi("PUT /v1/developer/reviews/{id}/reply", { params, body: { text } });
    setOpen(false);
  };
  if (!isOpen)
    return (
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setOpen(true)}>
          {reply === null ? "Reply" : "Edit reply"}
        </Button>
        {reply !== null && (
          <ActionButton size="sm" variant="quiet" refreshes send={remove}>
            Delete reply
          </ActionButton>
        )}
      </div>
    );
  return (
    <Form className="grid gap-2" onSend={save} refreshes>
      <AreaField
        name="text"
        label="Your reply"
        hint="Plain text, shown publicly below the review."
        limit="review"
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FormEnd action="Publish reply" size="sm" isBlocked={text.trim() === ""} onCancel={() => setOpen(false)} />
    </Form>
  );
}
