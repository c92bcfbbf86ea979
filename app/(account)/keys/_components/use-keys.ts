"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { permissionsOf } from "@/app/(account)/keys/_components/create-form";
import { type NewKey, namedKey } from "@/components/keys/key-fields";
import { notify } from "@/components/ui/notify";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi, isUndecided } from "@/lib/interfaces/client/api";
import { type Key, keyQueries } from "@/lib/interfaces/client/key-queries";

type Made = { api_key: string; key: Key };
const { queryKey } = keyQueries.list;

/** Shown when it is unknown whether a key was created. */
const LOST = new Error(
  "The response was lost. If the key is in your list, revoke it and create another: we can't show its secret again.",
);

export const nameOf = (key: Key) => key.name ?? `${key.prefix}…`;

/** The switch of a key moves immediately, and goes back when the change did not go through. */
function useToggle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (key: Key) =>
      (await callApi("PATCH /v1/keys/{id}", { params: { id: key.id }, body: { active: !key.active } })).data,
    onMutate: async (key) => {
      await client.cancelQueries({ queryKey });
      replace(client, { ...key, active: !key.active });
    },
    onError: (_, key) => replace(client, key),
    onSuccess: (key) => {
      replace(client, key);
      notify(key.active ? `${nameOf(key)} works again.` : `${nameOf(key)} is off: its next call fails.`);
    },
  });
}

function replace(client: ReturnType<typeof useQueryClient>, key: Key): void {
  client.setQueryData(queryKey, (list) => list?.map((other) => (other.id === key.id ? key : other)));
}

function bodyOf(form: FormData): NewKey {
  const days = textOf(form, "expires_in_days");
  return {
    ...namedKey(form),
    ...(days && { expires_in_days: Number(days) }),
    ...permissionsOf(form),
  };
}

/** The keys of the account and what can be done with them. A secret is held in `made` alone. */
export function useKeys() {
  const client = useQueryClient();
  const { data: keys } = useSuspenseQuery(keyQueries.list);
  const [made, setMade] = useState<Made | null>(null);
  const creating = useAction({ invalidates: [queryKey] });
  const toggling = useToggle();
  const create = (form: HTMLFormElement) => {
    const body = bodyOf(new FormData(form));
    void creating.run(async () => {
      const { data } = await callApi("POST /v1/keys", { body });
      setMade(data);
      client.setQueryData(queryKey, (list) => [data.key, ...(list ?? [])]);
      form.reset();
    });
  };
  const rotate = async (key: Key) => {
    const { data } = await callApi("POST /v1/keys/{id}/rotation", { params: { id: key.id } });
    setMade(data);
    await client.invalidateQueries({ queryKey });
  };
  const revoke = async (key: Key) => {
    await callApi("DELETE /v1/keys/{id}", { params: { id: key.id } });
    client.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== key.id));
    notify(`${nameOf(key)} is revoked.`);
  };
  const { variables, error, mutate } = toggling;
  return {
    keys,
    made,
    create,
    rotate,
    toggle: (key: Key) => mutate(key),
    revoke,
    /** Moves the switch again; null when it is the making of a key that failed. Sent again, it could make a second. */
    again: error && variables ? () => mutate(variables) : null,
    isBusy: creating.isBusy,
    failure: error ?? (creating.failure && isUndecided(creating.failure) ? LOST : creating.failure),
  };
}
