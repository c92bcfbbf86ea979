"use client";

import { useState } from "react";
import { Done } from "@/components/settings/section";
import { callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field, Input } from "@/components/ui/field";
import { Badge } from "@/components/ui/panel";
import { textOf, useAction } from "@/components/ui/use-action";

/** The display name. */
export function NameForm({ initial }: { initial: string }) {
  const { run, isBusy, isDone, errorAt, failureBeside } = useAction();
  const [name, setName] = useState(initial);
  const save = (form: FormData) =>
    run(async () => {
      const { data } = await callApi<{ name: string }>("/v1/account", {
        method: "PATCH",
        body: { name: textOf(form, "name") },
      });
      setName(data.name);
    });
  const failure = failureBeside(["name"]);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
    >
      <Field
        id="name"
        label="Name"
        hint="What others see beside your skills and reviews."
        error={errorAt("name")}
      >
        <Input id="name" name="name" defaultValue={name} autoComplete="name" maxLength={100} required />
      </Field>
      <div className="flex items-center gap-3">
        <Button type="submit" look="primary" disabled={isBusy}>
          Save
        </Button>
        {isDone && <Done>Saved as {name}.</Done>}
      </div>
      {failure ? <Failure error={failure} /> : null}
    </form>
  );
}

/** The address, and whether it was proved. */
export function Address({ email, isVerified }: { email: string; isVerified: boolean }) {
  const { run, isBusy, isDone, failure } = useAction();
  const send = () =>
    run(async () => {
      await callApi("/v1/account/verification", { method: "POST" });
    });
  return (
    <div className="mb-5 grid gap-2 border-b border-line pb-5">
      <p className="text-sm font-medium">E-mail address</p>
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0">{email}</span>
        <Badge tone={isVerified ? "ok" : "warn"}>{isVerified ? "confirmed" : "not confirmed"}</Badge>
      </p>
      {!isVerified && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" onClick={send} disabled={isBusy}>
            Send the link again
          </Button>
          {isDone && <Done>A link is on its way. It works for a day.</Done>}
        </div>
      )}
      {failure ? <Failure error={failure} /> : null}
    </div>
  );
}
