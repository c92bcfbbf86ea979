"use client";

import { ErrorAlert } from "@/components/ui/error-alert";
import { SelectField } from "@/components/ui/field";
import { notify } from "@/components/ui/notify";
import { useConfirm } from "@/components/ui/use-confirm";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";

type Role = NonNullable<BodyOf<"PATCH /v1/organizations/{handle}/members/{member}">["role"]>;
type Props = {
  handle: string;
  member: { id: string; name: string; role: Role };
  roles: readonly (readonly [value: Role, title: string])[];
};

/** A member's role, which an owner can change. */
export function RoleSelect({ handle, member, roles }: Props) {
  const nameOf = (role: Role) => roles.find(([value]) => value === role)?.[1] ?? role;
  const { ask, dialog, failure, isBusy } = useConfirm<Role>({
    question: (role) => ({
      title: `Make ${member.name} ${nameOf(role).toLowerCase()}?`,
      action: "Change role",
      children:
        role === "owner"
          ? "Owners can do everything, including removing you and closing the organization."
          : "It applies to their next request, also with their API keys.",
    }),
    send: (role) =>
      callApi("PATCH /v1/organizations/{handle}/members/{member}", {
        params: { handle, member: member.id },
        body: { role },
      }),
    isKeyed: false,
    onDone: (_, role) => notify(`${member.name} is ${nameOf(role).toLowerCase()} now.`),
    refreshes: true,
  });
  return (
    <>
      <div className="w-32">
        <SelectField
          name={`role-${member.id}`}
          label={`Role of ${member.name}`}
          isLabelHidden
          options={roles}
          value={member.role}
          disabled={isBusy}
          onChange={({ target }) => ask(target.value as Role)}
        />
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
      {dialog}
    </>
  );
}
