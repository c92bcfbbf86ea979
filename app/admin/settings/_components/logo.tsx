"use client";

import { Button } from "@/components/ui/button";
import { ChooseImages } from "@/components/ui/choose-images";
import { ErrorAlert } from "@/components/ui/error-alert";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** The image in the header of every page: set and removed immediately. */
export function Logo({ logo }: { logo: string | null }) {
  const { run, isBusy, failure } = useAction({ refreshes: true });
  const set = (file: File) =>
    run(async () => {
      const bytes = new Blob([file], { type: "application/octet-stream" });
      await callApi("PUT /v1/admin/settings/logo", { file: bytes });
      notify("Logo saved.");
    });
  const remove = () =>
    run(async () => {
      await callApi("PATCH /v1/admin/settings", { body: { logo: null } });
      notify("Logo removed.");
    });
  return (
    <Panel title="Logo">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          {logo && <img src={`/v1/images/${logo}`} alt="The logo" width={48} height={48} className="rounded-md" />}
          <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
            Square, in the header of every page. PNG, JPEG or WebP, at most 5 MB. Without one, the header shows the
            name's first letter.
          </p>
          <ChooseImages
            label={logo ? "Replace logo" : "Upload logo"}
            isDisabled={isBusy}
            onFiles={([file]) => file && set(file)}
          />
          {logo && (
            <Button variant="quiet" disabled={isBusy} onClick={remove}>
              Remove logo
            </Button>
          )}
        </div>
        {failure ? <ErrorAlert error={failure} /> : null}
      </div>
    </Panel>
  );
}
