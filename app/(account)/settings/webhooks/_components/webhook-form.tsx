"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useSpending } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type NewWebhook = { url: string; description: string | null; events: string[] };

/** Adds an endpoint and opens its page. */
export function WebhookForm({ types }: { types: { type: string; about: string }[] }) {
  const router = useRouter();
  const [wanted, setWanted] = useState<string[]>([]);
  const { spend, again, isBusy, errorAt, failureBeside } = useSpending({
    send: (input: NewWebhook, idempotencyKey) =>
      callApi<{ id: string }>("/v1/webhooks", { method: "POST", body: input, idempotencyKey }),
    onDone: ({ data }) => router.push(`/settings/webhooks/${data.id}`),
  });
  const failure = failureBeside(["url"]);
  const toggle = (type: string, isOn: boolean) =>
    setWanted((before) => (isOn ? [...before, type] : before.filter((one) => one !== type)));
  return (
    <Form
      className="grid gap-4"
      onSend={async (fields) => {
        const description = textOf(fields, "description").trim() || null;
        await spend({ url: textOf(fields, "url").trim(), description, events: wanted.toSorted() }).catch(
          () => {},
        );
      }}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <Field id="webhook-url" label="Endpoint URL" hint="A public https URL" error={errorAt("url")}>
          <Input
            id="webhook-url"
            name="url"
            type="url"
            required
            placeholder="https://app.example.com/webhooks"
          />
        </Field>
        <Field id="webhook-description" label="Description">
          <Input id="webhook-description" name="description" maxLength={200} placeholder="Production" />
        </Field>
      </div>
      <fieldset>
        <legend className="text-sm font-medium">Events</legend>
        <p className="text-xs text-muted">Choose none to get all.</p>
        <ul className="mt-2 grid gap-x-6 gap-y-2 md:grid-cols-2">
          {types.map(({ type, about }) => (
            <li key={type}>
              <label htmlFor={`event-${type}`} className="flex items-start gap-2 text-sm">
                <Checkbox
                  className="mt-0.5"
                  id={`event-${type}`}
                  checked={wanted.includes(type)}
                  onCheckedChange={(isOn) => toggle(type, isOn)}
                />
                <span>
                  <code className="text-xs">{type}</code>
                  <span className="block text-xs text-muted">{about}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      <Button className="justify-self-start" variant="primary" type="submit" disabled={isBusy}>
        Add webhook
      </Button>
    </Form>
  );
}
