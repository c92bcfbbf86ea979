"use client";

import { ArrowLeft, Trash2 } from "lucide-react";
import type { SectionProps } from "@/app/console/[id]/_components/section";
import { imageHref } from "@/components/skills/image";
import { Button } from "@/components/ui/button";
import { ChooseImages } from "@/components/ui/choose-images";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { MAX_SCREENSHOTS } from "@/lib/platform/core/limits";

type Kind = "icon" | "screenshot";

async function upload(kind: Kind, file: File): Promise<string> {
  const { data } = await callApi("POST /v1/developer/images", {
    query: { kind }, // Its own type could be JSON by its name; the API looks at the bytes.
    file: new Blob([file], { type: "application/octet-stream" }),
  });
  return data.id;
}

const listOf = (text: string): string[] => (text ? JSON.parse(text) : []);
const textOf = (ids: string[]) => (ids.length > 0 ? JSON.stringify(ids, null, 2) : "");

/** The icon and the screenshots: sent as they are chosen, and saved with the draft. */
export function ImagesSection({ state, change, errorAt, isReadOnly }: SectionProps & { isReadOnly: boolean }) {
  const { run, isBusy, failure } = useAction();
  const shots = listOf(state.screenshots);
  const setShots = (ids: string[]) => change({ screenshots: textOf(ids) });
  const error = errorAt("icon") ?? errorAt("screenshots");
  const addShots = (files: File[]) =>
    run(async () => {
      const ids = [...shots];
      for (const file of files.slice(0, MAX_SCREENSHOTS - shots.length)) {
        const id = await upload("screenshot", file);
        if (!ids.includes(id)) ids.push(id);
      }
      setShots(ids);
    });
  return (
    <Panel title="Images">
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-4">
          {state.icon ? (
            <img src={imageHref(state.icon)} alt="The icon" width={56} height={56} className="rounded-md bg-raised" />
          ) : (
            <span className="size-14 rounded-md border border-dashed border-edge" />
          )}
          <div className="min-w-0 flex-1 basis-48">
            <p className="text-sm font-medium">Icon</p>
            <p className="text-xs text-muted">Square, shown on cards. Without one, we draw it.</p>
          </div>
          {!isReadOnly && (
            <span className="flex gap-2">
              <ChooseImages
                label={state.icon ? "Replace icon" : "Upload icon"}
                isDisabled={isBusy}
                onFiles={([file]) => file && run(async () => change({ icon: await upload("icon", file) }))}
              />
              {state.icon && (
                <Button variant="quiet" onClick={() => change({ icon: "" })}>
                  Remove icon
                </Button>
              )}
            </span>
          )}
        </div>
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div>
              <p className="text-sm font-medium">Screenshots</p>
              <p className="text-xs text-muted">
                Up to {MAX_SCREENSHOTS}, shown above the readme. PNG, JPEG or WebP, at most 5 MB each.
              </p>
            </div>
            {!isReadOnly && shots.length < MAX_SCREENSHOTS && (
              <ChooseImages label="Add screenshots" isMultiple isDisabled={isBusy} onFiles={addShots} />
            )}
          </div>
          {shots.length > 0 && (
            <ol aria-label="Screenshots" className="flex flex-wrap gap-3">
              {shots.map((id, index) => (
                <li key={id} className="grid gap-1">
                  <img
                    src={imageHref(id)}
                    alt={`Screenshot ${index + 1}`}
                    className="h-28 w-auto max-w-64 rounded-md border border-line bg-raised object-contain"
                  />
                  {!isReadOnly && (
                    <span className="flex justify-between">
                      <Button
                        size="sm"
                        variant="quiet"
                        aria-label={`Move screenshot ${index + 1} forward`}
                        disabled={index === 0}
                        onClick={() => setShots(shots.with(index, shots[index - 1] ?? id).with(index - 1, id))}
                      >
                        <ArrowLeft size={14} aria-hidden />
                      </Button>
                      <Button
                        size="sm"
                        variant="quiet"
                        aria-label={`Remove screenshot ${index + 1}`}
                        onClick={() => setShots(shots.toSpliced(index, 1))}
                      >
                        <Trash2 size={14} aria-hidden />
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ol>
          )}
        </div>
        {error && (
          <p role="alert" className="text-xs text-bad">
            {error}
          </p>
        )}
        {failure ? <ErrorAlert error={failure} /> : null}
      </div>
    </Panel>
  );
}
