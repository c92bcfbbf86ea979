"use client";

import { ActionSwitch } from "@/components/ui/action-switch";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Changes the organization's name. */
export function Rename({ handle, initial }: { handle: string; initial: string }) {
  const save = async (form: FormData) =>
    void (await callApi("PATCH /v1/organizations/{handle}", {
      params: { handle },
      body: { name: textOf(form, "name") },
    }));
  return (
    <Form className="grid max-w-md gap-3" onSend={save} refreshes>
      <TextField name="name" label="Name" defaultValue={initial} limit="personName" autoComplete="off" required />
      <FormEnd action="Save" done="Saved." />
    </Form>
  );
}

/** Switches the approval of private skills by another member on or off. */
export function TwoPeople({ handle, initial }: { handle: string; initial: boolean }) {
  return (
    <ActionSwitch
      label="Require a second approver"
      hint="Each version of a private skill needs approval from an owner or developer other than its author."
      initial={initial}
      send={async (two_people) =>
        (await callApi("PATCH /v1/organizations/{handle}", { params: { handle }, body: { two_people } })).data
          .two_people
      }
    />
  );
}

/** Switches the storing of parameters of the organization's calls on or off. */
export function OrganizationParameters({ handle, initial }: { handle: string; initial: boolean }) {
  return (
    <ActionSwitch
      label="Store call parameters"
      hint="Members see them in Usage for 7 days. Turning this off deletes them."
      initial={initial}
      send={async (store_call_parameters) =>
        (await callApi("PATCH /v1/organizations/{handle}", { params: { handle }, body: { store_call_parameters } }))
          .data.store_call_parameters
      }
    />
  );
}
