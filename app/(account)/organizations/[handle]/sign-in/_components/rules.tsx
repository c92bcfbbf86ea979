"use client";

import { ErrorAlert } from "@/components/ui/error-alert";
import { SelectField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { textOf } from "@/components/ui/use-action";
import { useConfirm } from "@/components/ui/use-confirm";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";

type Change = BodyOf<"PATCH /v1/organizations/{handle}/sign-in">;
type Role = NonNullable<Change["default_role"]>;
const ROLES: Record<Role, string> = { viewer: "Viewer", member: "Member", developer: "Developer", billing: "Billing" };

type Props = {
  handle: string;
  name: string;
  defaultRole: Role;
  isObligatory: boolean;
  wayIn: string;
  owners: { id: string; title: string }[];
};

/** The role of who joins by signing in, whether members have to, and which owner has not. */
export function Rules({ handle, name, defaultRole, isObligatory, wayIn, owners }: Props) {
  const { ask, run, failure, dialog } = useConfirm<Change>({
    question: ({ way_in }) => ({
      title: `Require company sign-in for ${name}?`,
      action: "Require it",
      children: (
        <p>
          Members can’t act for {name} until they sign in with it, and their keys and connected programs stop until they
          have linked their account. {owners.find(({ id }) => id === way_in)?.title ?? "One owner"} keeps a way in
          without it.
        </p>
      ),
    }),
    send: (change) => callApi("PATCH /v1/organizations/{handle}/sign-in", { params: { handle }, body: change }),
    onDone: () => notify("Saved."),
    isKeyed: false,
    refreshes: true,
  });
  return (
    <Form
      className="grid max-w-xl gap-4"
      onSend={(form) => {
        const change: Change = {
          default_role: textOf(form, "default_role") as Role,
          obligatory: textOf(form, "obligatory") === "yes",
          way_in: textOf(form, "way_in"),
        };
        if (change.obligatory && !isObligatory) ask(change);
        else void run(change);
      }}
    >
      <SelectField
        name="default_role"
        label="Role of people who join by signing in"
        defaultValue={defaultRole}
        options={Object.entries(ROLES)}
      />
      <SelectField
        name="obligatory"
        label={`To act for ${name}, members`}
        defaultValue={isObligatory ? "yes" : "no"}
        options={[
          ["no", "sign in as they like"],
          ["yes", "must sign in with the company"],
        ]}
      />
      <SelectField
        name="way_in"
        label="Owner who needs no company sign-in"
        hint="For the day on which the provider fails. The owner needs a password, passkey or another sign-in."
        defaultValue={wayIn}
        options={owners.map(({ id, title }) => [id, title] as const)}
      />
      {failure ? <ErrorAlert error={failure} /> : null}
      <FormEnd action="Save" />
      {dialog}
    </Form>
  );
}
