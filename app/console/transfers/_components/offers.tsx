"use client";

import { ActionButton } from "@/components/ui/action-button";
import { SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Offers one of the viewer's skills to another account. */
export function OfferForm({ skills, isToPerson }: { skills: (readonly [string, string])[]; isToPerson: boolean }) {
  const offer = async (form: FormData, element: HTMLFormElement) => {
    await callApi("PUT /v1/developer/skills/{id}/transfer", {
      params: { id: textOf(form, "skill") },
      body: { to: textOf(form, "to").trim() },
    });
    element.reset();
  };
  return (
    <Form className="grid gap-3" onSend={offer} refreshes>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField name="skill" label="Skill" options={skills} />
        <TextField
          name="to"
          label={isToPerson ? "Handle of the person" : "Handle of the organization"}
          hint="The last part of their page’s address."
          autoComplete="off"
          required
        />
      </div>
      <FormEnd action="Offer" done="Offered. They have 7 days to accept." />
    </Form>
  );
}

/** What the recipient of an offer can do. */
export function Offered({ id, name, owner }: { id: string; name: string; owner: string }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <ActionButton
        size="sm"
        variant="primary"
        refreshes
        question={{
          title: `Accept ${name}?`,
          action: "Accept",
          children: `${owner} becomes its owner. Update its endpoint with the new webhook secret within 7 days; until then calls carry both signatures.`,
        }}
        send={() => callApi("POST /v1/developer/transfers/{id}/accept", { params: { id } })}
        done={`${name} is yours now.`}
      >
        Accept<span className="sr-only"> {name}</span>
      </ActionButton>
      <EndOffer id={id} title="Decline" name={name} />
    </span>
  );
}

/** Declines or withdraws an offer. */
export function EndOffer({ id, title, name }: { id: string; title: "Decline" | "Withdraw"; name: string }) {
  return (
    <ActionButton
      size="sm"
      refreshes
      send={() => callApi("DELETE /v1/developer/transfers/{id}", { params: { id } })}
      done={`The offer of ${name} has ended.`}
    >
      {title}
      <span className="sr-only"> {name}</span>
    </ActionButton>
  );
}
