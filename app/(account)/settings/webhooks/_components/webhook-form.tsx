"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf, useSpending } from "@/components/ui/use-action";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";

type NewWebhook = BodyOf<"POST /v1/webhooks">;
type EventType = NonNullable<NewWebhook["events"]>[number];

/** Adds an endpoint and opens its page. */
export function WebhookForm({ types }: { types: { type: EventType; about: string }[] }) {
  const router = useRouter();
  const [wanted, setWanted] = useState<EventType[]>([]);
  const adding = useSpending({
    send: (input: NewWebhook, idempotencyKey) => callApi("POST /v1/webhooks", { body: input, idempotencyKey }),
    onDone: ({ data }) => router.push(`/settings/webhooks/${data.id}`),
  });
  const toggle = (type: EventType, isOn: boolean) =>
    setWanted((before) => (isOn ? [...before, type] : before.filter((one) => one !== type)));
  return (
    <Form
      className="grid gap-4"
      by={adding}
      onSend={(fields) => {
        const description = textOf(fields, "description").trim() || null;
        return adding.spend({ url: textOf(fields, "url").trim(), description, events: wanted.toSorted() });
      }}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          name="url"
          label="Endpoint URL"
          hint="A public https URL"
          type="url"
          required
          placeholder="https://app.example.com/webhooks"
        />
        <TextField name="description" label="Description" limit="webhookDescription" placeholder="Production" />
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
      <FormEnd action="Add webhook" />
    </Form>
  );
}
