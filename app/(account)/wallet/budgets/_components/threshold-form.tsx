"use client";

import { useState } from "react";
import { NumberField, SelectField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { dollars } from "@/lib/platform/core/dollars";

type Member = { id: string; name: string; email: string; ask_above: number | null };

/** Sets from which charge on a member's keys need an approval. */
export function ThresholdForm({ handle, members }: { handle: string; members: Member[] }) {
  const [id, setId] = useState(members[0]?.id ?? "");
  const current = members.find((member) => member.id === id)?.ask_above ?? null;
  const save = async (form: FormData) => {
    const amount = textOf(form, "ask_above");
    await callApi("PATCH /v1/organizations/{handle}/members/{member}", {
      params: { handle, member: id },
      body: { ask_above: amount === "" ? null : Number(amount) },
    });
  };
  return (
    <Form className="grid gap-3" refreshes onSend={save}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] items-start gap-3">
        <SelectField
          name="member"
          label="Member"
          value={id}
          onChange={({ target }) => setId(target.value)}
          options={members.map(({ id, name, email, ask_above }) => [
            id,
            `${name} (${email})${ask_above === null ? "" : `: above ${dollars(ask_above)}`}`,
          ])}
        />
        <NumberField
          key={`${id} ${current}`}
          name="ask_above"
          label="Ask above (USD)"
          hint="Empty for no threshold."
          limit="credits"
          defaultValue={current ?? ""}
        />
      </div>
      <FormEnd action="Save threshold" done="Saved." />
    </Form>
  );
}
