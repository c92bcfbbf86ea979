"use client";

import { useQuery } from "@tanstack/react-query";
import { ListPlus, Settings2 } from "lucide-react";
import { type RefObject, useState } from "react";
import type { Saved } from "@/app/(market)/skills/[slug]/_components/favorite";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { Menu, MenuAction, MenuChoices, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { textOf } from "@/components/ui/use-action";
import { accountQueries } from "@/lib/interfaces/client/account-queries";
import { callApi } from "@/lib/interfaces/client/api";

/** What no list is called. */
const NO_LIST = "";

type Props = {
  slug: string;
  saved: Saved | null;
  onChoose: (saved: Saved) => void;
  /** Called when the skill has been saved to a new list. */
  onSaved: (saved: Saved) => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  opener: RefObject<HTMLElement | null>;
};

/** The menu beside Save: the account's lists, a new one, and the page of all saved skills. */
export function FavoriteLists({ slug, saved, onChoose, onSaved, isOpen, ...rest }: Props) {
  const [isNaming, setNaming] = useState(false);
  const { data: lists, isError } = useQuery({ ...accountQueries.favoriteLists, enabled: isOpen });
  const options = [
    { value: NO_LIST, title: "No list" },
    ...(lists ?? []).map(({ name }) => ({ value: name, title: name })),
  ];
  return (
    <>
      <Menu label="Lists" isOpen={isOpen} {...rest}>
        <MenuChoices
          label="Save to"
          value={saved ? (saved.list ?? NO_LIST) : null}
          options={options}
          onChoose={(value) => onChoose({ list: value === NO_LIST ? null : value })}
        />
        {!lists && (
          <p role="status" className="px-2.5 py-1.5 text-xs text-muted">
            {isError ? "We couldn't load your lists. Close this menu and try again." : "Loading your lists …"}
          </p>
        )}
        <MenuSeparator />
        <MenuAction onAct={() => setNaming(true)}>
          <ListPlus size={15} aria-hidden className="text-muted" /> New list…
        </MenuAction>
        <MenuLink href="/favorites">
          <Settings2 size={15} aria-hidden className="text-muted" /> Manage saved skills
        </MenuLink>
      </Menu>
      <Dialog title="New list" isOpen={isNaming} onClose={() => setNaming(false)}>
        <NewList
          slug={slug}
          onSaved={(to) => {
            onSaved(to);
            setNaming(false);
          }}
        />
      </Dialog>
    </>
  );
}

/** Asks for the name of a new list, and saves the skill to it. */
function NewList({ slug, onSaved }: Pick<Props, "slug" | "onSaved">) {
  const save = async (form: FormData) => {
    const saved = { list: textOf(form, "list").trim() };
    await callApi("PUT /v1/favorites/{slug}", { params: { slug }, body: saved });
    onSaved(saved);
  };
  return (
    <Form className="grid gap-4" autoComplete="off" onSend={save} invalidates={[accountQueries.favoriteLists.queryKey]}>
      <TextField name="list" label="Name" required limit="listName" />
      <FormEnd action="Save to this list" />
    </Form>
  );
}
