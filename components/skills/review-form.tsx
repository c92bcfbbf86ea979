"use client";

import { useState } from "react";
import { callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field, Select, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";

/** Writes the viewer's review of a skill. */
export function ReviewForm({ slug }: { slug: string }) {
  const [rating, setRating] = useState(5);
  const [text, setText] = useState("");
  const { run, again, isBusy, failure } = useAction({ refreshes: true });
  const send = () =>
    run(async () => {
      await callApi(`/v1/skills/${slug}/reviews`, { method: "PUT", body: { rating, text } });
      notify("Your review is published.");
    });
  return (
    <Form className="grid gap-3" onSend={send}>
      <Field id="rating" label="Your rating">
        <Select
          id="rating"
          value={rating}
          onChange={(event) => setRating(Number(event.target.value))}
          className="max-w-40"
        >
          {[5, 4, 3, 2, 1].map((value) => (
            <option key={value} value={value}>
              {"★".repeat(value)} {value} of 5
            </option>
          ))}
        </Select>
      </Field>
      <Field id="review-text" label="What should others know? (optional)">
        <TextArea
          id="review-text"
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="font-sans text-sm"
        />
      </Field>
      <div>
        <Button type="submit" disabled={isBusy}>
          Publish review
        </Button>
      </div>
      {failure ? <Failure error={failure} retry={again} /> : null}
    </Form>
  );
}
