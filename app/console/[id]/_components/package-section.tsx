"use client";

import { FileArchive, Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { z } from "zod";
import { DropZone, PackageInput } from "@/app/console/_components/drop-zone";
import { ContentInputs } from "@/app/console/[id]/_components/content-input";
import type { SectionProps } from "@/app/console/[id]/_components/section";
import { Findings } from "@/components/review/findings";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Panel } from "@/components/ui/panel";
import { Progress } from "@/components/ui/progress";
import { useAction } from "@/components/ui/use-action";
import { ApiError } from "@/lib/interfaces/client/api";
import { bytes } from "@/lib/interfaces/client/format";
import { MAX_PACKAGE_BYTES, megabytes } from "@/lib/platform/core/limits";
import type { PackageFinding, PackageManifest } from "@/lib/supply/packages/schemas";

type Manifest = z.output<typeof PackageManifest>;
type FoundList = z.output<typeof PackageFinding>[];

/** The skill's package: dropped or chosen, sent with its progress, and what the validator found at file and line. */
export function PackageSection({
  skillId,
  current,
  isReadOnly,
  onUploaded,
  fields,
}: {
  skillId: string;
  current: Manifest | null;
  isReadOnly: boolean;
  onUploaded: () => Promise<void>;
  fields: SectionProps;
}) {
  const [manifest, setManifest] = useState(current);
  const [progress, setProgress] = useState<number | null>(null);
  const { run, again, failure } = useAction();
  const send = (file: File) =>
    run(async () => {
      if (file.size > MAX_PACKAGE_BYTES) throw tooLarge(file.size);
      setProgress(0);
      try {
        setManifest(await upload(skillId, file, setProgress));
        await onUploaded();
      } finally {
        setProgress(null);
      }
    });
  const refused = refusedFindings(failure);
  return (
    <Panel title="Package">
      <div className="grid gap-4">
        {!isReadOnly && <PackageDrop onFile={(file) => void send(file)} progress={progress} />}
        {failure && refused.length === 0 ? (
          <ErrorAlert error={failure} {...(!isTooLarge(failure) && { retry: again })} />
        ) : null}
        {refused.length > 0 && (
          <div role="alert" className="grid gap-2">
            <p className="text-sm font-medium text-bad">The package was rejected. Nothing has changed.</p>
            <Findings findings={refused} label="Why the package was rejected" />
          </div>
        )}
        <ContentInputs section="package" {...fields} />
        {manifest && (
          <div className="grid gap-2">
            <p className="flex items-center gap-2 text-sm">
              <FileArchive size={16} aria-hidden className="text-muted" />
              <strong className="font-medium">Version {manifest.version}</strong>
              <span className="text-muted">
                {bytes(manifest.size)}, {manifest.files.length} {manifest.files.length === 1 ? "file" : "files"}
              </span>
              <code className="text-2xs text-muted" title={manifest.sha256}>
                {manifest.sha256.slice(0, 12)}
              </code>
            </p>
            <p className="text-xs text-muted">
              We rewrite your ZIP as one folder, <code>{manifest.name}</code>. Reviewers and buyers get that archive.
            </p>
            {manifest.findings.length > 0 && <Findings findings={manifest.findings} label="Found in the package" />}
          </div>
        )}
      </div>
    </Panel>
  );
}

function PackageDrop({ onFile, progress }: { onFile: (file: File) => void; progress: number | null }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <DropZone label="Drop a package here" onDropped={({ files: [file] }) => file && onFile(file)}>
      {progress === null ? (
        <>
          <p className="text-sm">Drop a ZIP or .skill file with SKILL.md here, or</p>
          <Button id="package" onClick={() => input.current?.click()}>
            <Upload size={14} aria-hidden /> Choose a file
          </Button>
          <p className="text-xs text-muted">
            At most {megabytes(MAX_PACKAGE_BYTES)}. Changed content is a new version.
          </p>
        </>
      ) : (
        <div className="w-full max-w-xs">
          <Progress
            label={progress < 1 ? `Uploading, ${Math.round(progress * 100)}%` : "Checking every file…"}
            share={progress < 1 ? progress : null}
          />
        </div>
      )}
      <PackageInput input={input} onFile={onFile} />
    </DropZone>
  );
}

/** Sends a package, telling how much of it has gone; `fetch` cannot tell that. Throws ApiError. */
function upload(skillId: string, file: File, onProgress: (share: number) => void): Promise<Manifest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", `/v1/developer/skills/${skillId}/package?submit=false`);
    request.setRequestHeader("content-type", "application/zip");
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    request.upload.addEventListener("load", () => onProgress(1));
    request.addEventListener("load", () => {
      if (request.status === 200) resolve(request.response);
      else reject(new ApiError(request.status, request.response?.error ?? unreachable()));
    });
    request.addEventListener("error", () => reject(new ApiError(0, unreachable())));
    request.send(file);
  });
}

function unreachable() {
  const message = "The upload was interrupted. Try again.";
  return { code: "unreachable", message, param: null, details: {}, request_id: "" };
}

function isTooLarge(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 413;
}

/** What the server would answer, before megabytes are sent to it. */
function tooLarge(size: number): ApiError {
  const message = `This ZIP is ${megabytes(size)}; the limit is ${megabytes(MAX_PACKAGE_BYTES)}.`;
  return new ApiError(413, { code: "payload_too_large", message, param: null, details: {}, request_id: "" });
}

function refusedFindings(failure: unknown): FoundList {
  if (!(failure instanceof ApiError) || failure.code !== "invalid_package") return [];
  return Array.isArray(failure.details.findings) ? (failure.details.findings as FoundList) : [];
}
