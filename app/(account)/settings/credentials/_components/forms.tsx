"use client";

import { ActionButton } from "@/components/ui/action-button";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Stores a value, or replaces the one before. */
export function StoreCredential({ slug, name, isStored }: { slug: string; name: string; isStored: boolean }) {
  return (
    <Form
      className="grid max-w-md gap-3"
      refreshes
      onSend={async (fields, form) => {
        const body = { value: textOf(fields, "value").trim() };
        await callApi("PUT /v1/skills/{slug}/credentials/{name}", { params: { slug, name }, body });
        // Secrets don't stay in the page.
        form.reset();
      }}
    >
      <TextField
        name="value"
        label={isStored ? `New value of ${name}` : `Value of ${name}`}
        type="password"
        autoComplete="off"
        className="font-mono"
        required
      />
      <p className="text-xs text-muted">The seller receives this value.</p>
      <FormEnd
        action={isStored ? "Replace" : "Add"}
        variant={isStored ? "plain" : "primary"}
        done="Stored. Your next call carries it."
      />
    </Form>
  );
}

/** Removes a value. */
export function RemoveCredential({ slug, skill, name }: { slug: string; skill: string; name: string }) {
  return (
    <ActionButton
      size="sm"
      aria-label={`Remove ${name} of ${skill}`}
      refreshes
      done="Removed"
      question={{
        title: `Remove ${name}?`,
        action: "Remove",
        isDangerous: true,
        children: `Calls of ${skill} fail until you add it again. To stop the seller from using it, revoke it where you got it.`,
      }}
      send={() => callApi("DELETE /v1/skills/{slug}/credentials/{name}", { params: { slug, name } })}
    >
      Remove
    </ActionButton>
  );
}
