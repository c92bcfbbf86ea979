"use client";

import { useId, useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Props = { slug: string; list: string | null; lists: string[]; isListed: boolean };

/** Moves a saved skill to a list, or removes it. */
export function FavoriteActions({ slug, list, lists, isListed }: Props) {
  const [isMoving, setMoving] = useState(false);
  const id = useId();
  const params = { slug };
  const move = async (form: FormData) => {
    const body = { list: textOf(form, "list").trim() || null };
    await callApi("PUT /v1/favorites/{slug}", { params, body });
    setMoving(false);
  };
  if (isMoving)
    return (
      <Form className="grid gap-2 text-xs" onSend={move} refreshes>
        <TextField
          name="list"
          label="List"
          hint="Leave empty to remove it from its list."
          defaultValue={list ?? ""}
          list={id}
          limit="listName"
        />
        <datalist id={id}>
          {lists.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <FormEnd action="Save" size="sm" onCancel={() => setMoving(false)} />
      </Form>
    );
  return (
    <div className="flex flex-wrap items-center gap-2 text-xs">
      {list && <span className="wrap-anywhere text-muted">In {list}</span>}
      {isListed && (
        <Button size="sm" variant="quiet" onClick={() => setMoving(true)}>
          {list ? "Change list" : "Add to a list"}
        </Button>
      )}
      <ActionButton size="sm" variant="quiet" refreshes send={() => callApi("DELETE /v1/favorites/{slug}", { params })}>
        Remove
      </ActionButton>
    </div>
  );
}
