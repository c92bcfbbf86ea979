"use client";

import { Star } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { AreaField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { useConfirm } from "@/components/ui/use-confirm";
import { ApiError, callApi } from "@/lib/interfaces/client/api";

type Written = { rating: number; text: string };

/** Writes the viewer's review of a skill, changes it or takes it back. `own` is what they wrote before. */
export function ReviewForm({ slug, own }: { slug: string; own: Written | null }) {
  const [rating, setRating] = useState(String(own?.rating ?? ""));
  const [text, setText] = useState(own?.text ?? "");
  const { run, again, isBusy, failure } = useAction({ refreshes: true });
  const send = () =>
    run(async () => {
      await callApi("PUT /v1/skills/{slug}/reviews", {
        params: { slug },
        body: { rating: Number(rating), text },
      });
      notify(own ? "Your review has been updated." : "Your review has been published.");
    });
  return (
    <section aria-labelledby="own-review" className="grid gap-3">
      <h2 id="own-review" className="text-lg font-semibold">
        {own ? "Your review" : "Write a review"}
      </h2>
      <Form id="review-form" className="grid gap-3" onSend={send}>
        <StarField value={rating} onChange={setRating} />
        <AreaField
          name="text"
          label="What should others know? (optional)"
          limit="review"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Form>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" form="review-form" variant="primary" disabled={isBusy}>
          {own ? "Change review" : "Publish review"}
        </Button>
        <TakeBack
          slug={slug}
          isOffered={own !== null}
          isBusy={isBusy}
          onDone={() => {
            setRating("");
            setText("");
          }}
        />
      </div>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
    </section>
  );
}

/** One of five stars, as radio buttons: arrows change it, and the form asks for it. */
function StarField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Your rating</legend>
      <div className="inline-flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="cursor-pointer rounded-sm p-1 has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="rating"
              value={stars}
              required
              checked={value === String(stars)}
              onChange={() => onChange(String(stars))}
              className="sr-only"
            />
            <Star size={24} aria-hidden className={stars <= Number(value) ? "fill-current text-warn" : "text-edge"} />
            <span className="sr-only">
              {stars} of 5 {stars === 1 ? "star" : "stars"}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type TakeBackProps = { slug: string; isOffered: boolean; isBusy: boolean; onDone: () => void };

function TakeBack({ slug, isOffered, isBusy, onDone }: TakeBackProps) {
  const { ask, dialog } = useConfirm({
    question: () => ({
      title: "Delete your review?",
      action: "Delete review",
      children: "This deletes your rating, your text and the developer's reply. You can write another review.",
    }),
    send: () =>
      callApi("DELETE /v1/skills/{slug}/reviews", { params: { slug } }).catch((error: unknown) => {
        // It has gone before, in another tab or by a request whose response was lost.
        if (!(error instanceof ApiError && error.code === "not_found")) throw error;
      }),
    isKeyed: false,
    onDone: () => {
      onDone();
      notify("Your review has been deleted.");
    },
    refreshes: true,
  });
  return (
    <>
      {isOffered && (
        <Button variant="quiet" disabled={isBusy} onClick={() => ask()}>
          Delete review
        </Button>
      )}
      {dialog}
    </>
  );
}
