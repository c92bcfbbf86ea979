"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Props = { slug: string; list: string | null; lists: string[]; isListed: boolean };

/** Moves a saved skill to a list, or removes it. */
export function FavoriteActions({ slug, list, lists, isListed }: Props) {
  const [isMoving, setMoving] = useState(false);
  const { run, isBusy, failure, errorAt } = useAction({ refreshes: true });
  const path = `/v1/favorites/${slug}`;
  const id = `list-${slug}`;
  const move = (form: FormData) =>
    run(async () => {
      await callApi(path, { method: "PUT", body: { list: textOf(form, "list").trim() || null } });
      setMoving(false);
    });
  const remove = () =>
    run(async () => {
      await callApi(path, { method: "DELETE" });
    });
  return (
    <div className="grid gap-2 text-xs">
      {isMoving ? (
        <Form className="grid gap-2" onSend={move}>
          <Field id={id} label="List" hint="Leave empty to remove it from its list." error={errorAt("list")}>
            <Input id={id} name="list" defaultValue={list ?? ""} list={`${id}-own`} maxLength={60} />
          </Field>
          <datalist id={`${id}-own`}>
            {lists.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <div className="flex gap-2">
            <Button size="sm" type="submit" variant="primary" disabled={isBusy}>
              Save
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setMoving(false)}>
              Cancel
            </Button>
          </div>
        </Form>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {list && <span className="wrap-anywhere text-muted">In {list}</span>}
          {isListed && (
            <Button size="sm" variant="quiet" onClick={() => setMoving(true)}>
              {list ? "Change list" : "Add to a list"}
            </Button>
          )}
          <Button size="sm" variant="quiet" disabled={isBusy} onClick={remove}>
            Remove
          </Button>
        </div>
      )}
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}
