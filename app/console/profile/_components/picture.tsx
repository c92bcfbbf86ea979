"use client";

import { SkillIcon } from "@/components/skills/icon";
import { Button } from "@/components/ui/button";
import { ChooseImages } from "@/components/ui/choose-images";
import { ErrorAlert } from "@/components/ui/error-alert";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** The picture of a publisher: set and removed immediately. */
export function Picture({ handle, picture }: { handle: string; picture: string | null }) {
  const { run, isBusy, failure } = useAction({ refreshes: true });
  const change = (file: File | null) =>
    run(async () => {
      const bytes = file && new Blob([file], { type: "application/octet-stream" });
      const stored = bytes && (await callApi("POST /v1/developer/images", { query: { kind: "icon" }, file: bytes }));
      await callApi("PATCH /v1/account/publisher", { body: { picture: stored?.data.id ?? null } });
      notify(file ? "Picture saved." : "Picture removed.");
    });
  return (
    <div className="mb-5 grid gap-3 border-b border-line pb-5">
      <div className="flex flex-wrap items-center gap-3">
        <SkillIcon slug={handle} icon={picture} size={56} />
        <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
          Square, shown on your page. PNG, JPEG or WebP, at most 5 MB.
        </p>
        <ChooseImages
          label={picture ? "Replace picture" : "Upload picture"}
          isDisabled={isBusy}
          onFiles={([file]) => file && void change(file)}
        />
        {picture && (
          <Button variant="quiet" disabled={isBusy} onClick={() => void change(null)}>
            Remove picture
          </Button>
        )}
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}
