"use client";

import { Button } from "@/components/ui/button";
import { ChooseImages } from "@/components/ui/choose-images";
import { ErrorAlert } from "@/components/ui/error-alert";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { SiteImage } from "@/lib/platform/site/schemas";

const IMAGES = {
  logo: {
    title: "Logo",
    noun: "logo",
    hint: "Square, in the header of every page. Without one, the header shows the name's first letter.",
    path: "PUT /v1/admin/settings/logo",
  },
  landing_picture: {
    title: "Picture of the landing page",
    noun: "picture",
    hint: "Above the steps, as wide as they are. Without one, three pictures are drawn from the marketplace itself.",
    path: "PUT /v1/admin/settings/landing-picture",
  },
} as const;

/** An image that administrators choose: set and removed immediately. */
export function SiteImagePanel({ name, image }: { name: SiteImage; image: string | null }) {
  const { title, noun, hint, path } = IMAGES[name];
  const { run, isBusy, failure } = useAction({ refreshes: true });
  const set = (file: File) =>
    run(async () => {
      const bytes = new Blob([file], { type: "application/octet-stream" });
      await callApi(path, { file: bytes });
      notify(`${title} saved.`);
    });
  const remove = () =>
    run(async () => {
      await callApi("PATCH /v1/admin/settings", { body: { [name]: null } });
      notify(`${title} removed.`);
    });
  return (
    <Panel title={title}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          {image && <img src={`/v1/images/${image}`} alt={`The ${noun}`} className="max-h-12 max-w-24 rounded-md" />}
          <p className="min-w-0 flex-1 basis-48 text-sm text-muted">{hint} PNG, JPEG or WebP, at most 5 MB.</p>
          <ChooseImages
            label={`${image ? "Replace" : "Upload"} ${noun}`}
            isDisabled={isBusy}
            onFiles={([file]) => file && set(file)}
          />
          {image && (
            <Button variant="quiet" disabled={isBusy} onClick={remove}>
              Remove {noun}
            </Button>
          )}
        </div>
        {failure ? <ErrorAlert error={failure} /> : null}
      </div>
    </Panel>
  );
}
