"use client";

import { Star } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/interfaces/client/api";

type Written = { rating: number; text: string };

/** Writes the viewer's review of a skill, changes it or takes it back. `own` is what they wrote before. */
export function ReviewForm({ slug, own }: { slug: string; own: Written | null }) {
  const [rating, setRating] = useState(String(own?.rating ?? ""));
  const [text, setText] = useState(own?.text ?? "");
  const { run, again, isBusy, failure } = useAction({ refreshes: true });
  const path = `/v1/skills/${slug}/reviews`;
  const send = () =>
    run(async () => {
      await callApi(path, { method: "PUT", body: { rating: Number(rating), text } });
      notify(own ? "Your review has been updated." : "Your review has been published.");
    });
  return (
    <section aria-labelledby="own-review" className="grid gap-3">
      <h2 id="own-review" className="text-lg font-semibold">
        {own ? "Your review" : "Write a review"}
      </h2>
      <Form id="review-form" className="grid gap-3" onSend={send}>
        <StarField value={rating} onChange={setRating} />
        <Field id="review-text" label="What should others know? (optional)">
          <TextArea
            id="review-text"
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </Form>
      {/* Outside of the form: the question has a form of its own, whose answer would send this one, too. */}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" form="review-form" variant="primary" disabled={isBusy}>
          {own ? "Change review" : "Publish review"}
        </Button>
        <TakeBack
          path={path}
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
            <Star
              size={24}
              aria-hidden
              className={stars <= Number(value) ? "fill-current text-warn" : "text-edge"}
            />
            <span className="sr-only">
              {stars} of 5 {stars === 1 ? "star" : "stars"}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type TakeBackProps = { path: string; isOffered: boolean; isBusy: boolean; onDone: () => void };

function TakeBack({ path, isOffered, isBusy, onDone }: TakeBackProps) {
  const [isAsking, setAsking] = useState(false);
  const router = useRouter();
  const remove = async () => {
    await callApi(path, { method: "DELETE" }).catch((error: unknown) => {
      // It has gone before, in another tab or by a request whose answer was lost.
      if (!(error instanceof ApiError && error.code === "not_found")) throw error;
    });
    onDone();
    notify("Your review has been deleted.");
    router.refresh();
  };
  return (
    <>
      {isOffered && (
        <Button variant="quiet" disabled={isBusy} onClick={() => setAsking(true)}>
          Delete review
        </Button>
      )}
      <LazyAlertDialog
        title="Delete your review?"
        action="Delete review"
        isOpen={isAsking}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p>This deletes your rating, your text and the developer's reply. You can write another review.</p>
      </LazyAlertDialog>
    </>
  );
}
