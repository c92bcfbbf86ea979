"use client";

import { Bookmark } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/client/api";

/** Saves a skill for later, or takes it off the saved ones. */
export function FavoriteButton({ slug, isSaved }: { slug: string; isSaved: boolean }) {
  const [isOn, setOn] = useState(isSaved);
  const { run, isBusy } = useAction();
  const toggle = () =>
    run(async () => {
      setOn(!isOn);
      await callApi(`/v1/favorites/${slug}`, isOn ? { method: "DELETE" } : { method: "PUT", body: {} }).catch(
        (error: unknown) => {
          // It was removed before, in another tab.
          if (isOn && error instanceof ApiError && error.code === "not_found") return;
          setOn(isOn);
          notify("We couldn't save that. Try again.");
        },
      );
    });
  return (
    <Button size="sm" aria-pressed={isOn} disabled={isBusy} onClick={toggle}>
      <Bookmark size={14} aria-hidden className={isOn ? "fill-current text-accent" : ""} />
      {isOn ? "Saved" : "Save"}
    </Button>
  );
}
