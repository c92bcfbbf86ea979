"use client";

import { ErrorAlert } from "@/components/ui/error-alert";
import { SelectField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { textOf } from "@/components/ui/use-action";
import { useConfirm } from "@/components/ui/use-confirm";
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
  return <ModeForm handle={handle} initial={initial} />;
}

function ModeForm({ handle, initial }: { handle: string; initial: Mode }) {
  const { ask, run, failure, dialog } = useConfirm<Mode>({
    question: () => ({
      title: "Limit members to allowed skills?",
      action: "Limit skills",
      children: (
        <p>Members can’t use any other skill from now on, and subscriptions to others end with their period.</p>
      ),
    }),
    send: (mode) => callApi("PATCH /v1/organizations/{handle}", { params: { handle }, body: { allowed_only: mode } }),
    onDone: () => notify("Saved."),
    isKeyed: false,
    refreshes: true,
  });
  return (
    <Form
      className="grid max-w-xl gap-3"
      onSend={(form) => {
        const mode = textOf(form, "allowed_only") as Mode;
        if (initial === "off" && mode !== "off") ask(mode);
        else void run(mode);
      }}
    >
      <SelectField
        name="allowed_only"
        label="Members may use"
        defaultValue={initial}
        options={Object.entries(TITLES)}
        hint="Holds for members, their API keys and connected programs. The organization's own skills are always allowed."
      />
      {failure ? <ErrorAlert error={failure} /> : null}
      <FormEnd action="Save" />
      {dialog}
    </Form>
  );
}
