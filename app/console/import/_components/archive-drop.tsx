"use client";

import { FileArchive, FolderOpen } from "lucide-react";
import { useRef, useState } from "react";
import { DropZone, PackageInput } from "@/app/console/_components/drop-zone";
import { filesOfDrop, filesOfInput, zipOfFolder } from "@/app/console/import/_components/folder";
import { Button } from "@/components/ui/button";
import { MAX_PACKAGE_BYTES, megabytes } from "@/lib/platform/core/limits";

/** Takes a ZIP, or a folder, which is zipped here. */
export function ArchiveDrop({ onFile, isBusy }: { onFile: (file: Blob) => Promise<void>; isBusy: boolean }) {
  const [zip, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (blob: () => Promise<Blob>) => {
    setProblem(null);
    try {
      const made = await blob();
      await onFile(made.slice(0, made.size, "application/zip"));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "This file can't be read.");
    }
  };
  return (
    <DropZone
      label="Drop a folder or package here"
      onDropped={({ items }) => {
        const dropped = filesOfDrop(items);
        void send(async () => {
          const found = await dropped;
          return found instanceof File ? found : zipOfFolder(found);
        });
      }}
    >
      <p className="text-sm">
        {isBusy ? "Checking every file…" : "Drop a folder, ZIP or .skill file with SKILL.md here, or"}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={() => folder.current?.click()} disabled={isBusy}>
          <FolderOpen size={14} aria-hidden /> Choose a folder
        </Button>
        <Button onClick={() => zip.current?.click()} disabled={isBusy}>
          <FileArchive size={14} aria-hidden /> Choose a file
        </Button>
      </div>
      <p className="text-xs text-muted">At most {megabytes(MAX_PACKAGE_BYTES)} and 1,000 files.</p>
      {problem && (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      )}
      <PackageInput input={zip} onFile={(file) => void send(async () => file)} />
      <input
        ref={folder}
        type="file"
        aria-label="Package folder"
        className="sr-only"
        tabIndex={-1}
        {...{ webkitdirectory: "" }}
        onChange={(event) => {
          const files = event.target.files ? filesOfInput(event.target.files) : [];
          event.target.value = "";
          if (files.length > 0) void send(() => zipOfFolder(files));
        }}
      />
    </DropZone>
  );
}
