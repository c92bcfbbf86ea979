"use client";

import { Bookmark, ChevronDown } from "lucide-react";
import { lazy, useState } from "react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { useOpener } from "@/components/ui/use-opener";
import { WhenOpened } from "@/components/ui/when-opened";
import { ApiError, callApi } from "@/lib/interfaces/client/api";

const load = () => import("@/app/(market)/skills/[slug]/_components/favorite-lists");
const FavoriteLists = lazy(() => load().then((module) => ({ default: module.FavoriteLists })));

/** How a skill is saved: in one of the account's lists, or in none. */
export type Saved = { list: string | null };

type Props = { slug: string; saved: Saved | null };

/** Saves a skill for later, in a list if wanted, or takes it off the saved ones. */
export function FavoriteButton({ slug, ...before }: Props) {
  const [saved, setSaved] = useState(before.saved);
  const { run, isBusy } = useAction();
  const { opener, openerProps, isOpen, setOpen } = useOpener(load, "menu");
  const change = (to: Saved | null) =>
    run(async () => {
      setSaved(to);
      const params = { slug };
      const sent = to
        ? callApi("PUT /v1/favorites/{slug}", { params, body: to })
        : callApi("DELETE /v1/favorites/{slug}", { params });
      await sent.catch((error: unknown) => {
        // It was removed before, in another tab.
        if (!to && error instanceof ApiError && error.code === "not_found") return;
        setSaved(saved);
        notify("We couldn't save that. Try again.");
      });
    });
  return (
    <div className="flex">
      <Button
        size="sm"
        aria-pressed={saved !== null}
        disabled={isBusy}
        onClick={() => change(saved ? null : { list: null })}
        className="rounded-r-none"
      >
        <Bookmark size={14} aria-hidden className={saved ? "fill-current text-accent" : ""} />
        {saved ? "Saved" : "Save"}
      </Button>
      <Button size="sm" {...openerProps} aria-label="Choose a list" className="-ml-px rounded-l-none px-1.5!">
        <ChevronDown size={14} aria-hidden />
      </Button>
      <WhenOpened isOpen={isOpen}>
        <FavoriteLists
          slug={slug}
          saved={saved}
          onChoose={change}
          onSaved={setSaved}
          isOpen={isOpen}
          onOpenChange={setOpen}
          opener={opener}
        />
      </WhenOpened>
    </div>
  );
}
