"use client";

import { SelectField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";

type Mode = NonNullable<BodyOf<"PATCH /v1/organizations/{handle}">["allowed_only"]>;

const TITLES: Record<Mode, string> = {
  off: "All skills on the marketplace",
  skills: "Allowed skills only, in any version",
  versions: "Allowed skills only, new versions after a look at what changed",
};

/** Which skills members may use; an owner can change it. */
export function AllowedOnly({ handle, initial, mayChange }: { handle: string; initial: Mode; mayChange: boolean }) {
  if (!mayChange) return <p className="text-sm">{TITLES[initial]}.</p>;
  const save = async (form: FormData) => {
    await callApi("PATCH /v1/organizations/{handle}", {
      params: { handle },
      body: { allowed_only: textOf(form, "allowed_only") as Mode },
    });
  };
  return (
    <Form className="grid max-w-xl gap-3" onSend={save} refreshes>
      <SelectField
        name="allowed_only"
        label="Members may use"
        defaultValue={initial}
        options={Object.entries(TITLES)}
        hint="Holds for members, their API keys and connected programs. The organization's own skills are always allowed."
      />
      <FormEnd action="Save" done="Saved." />
    </Form>
  );
}
