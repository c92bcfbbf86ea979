"use client";

import { type ReactNode, type RefObject, useState } from "react";

type Props = { label: string; onDropped: (dropped: DataTransfer) => void; children: ReactNode };

/** A place to drop files on, with other ways to choose them inside. */
export function DropZone({ label, onDropped, children }: Props) {
  const [isOver, setOver] = useState(false);
  return (
    <section
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDropped(event.dataTransfer);
      }}
      className={`grid place-items-center gap-3 rounded-md border border-dashed px-4 py-6 text-center ${isOver ? "border-accent bg-accent-soft" : "border-edge"}`}
    >
      {children}
    </section>
  );
}

/** The hidden chooser of a package file, which a button opens. */
export function PackageInput({
  input,
  onFile,
}: {
  input: RefObject<HTMLInputElement | null>;
  onFile: (file: File) => void;
}) {
  return (
    <input
      ref={input}
      type="file"
      accept=".zip,.skill,application/zip"
      aria-label="Package file"
      className="sr-only"
      tabIndex={-1}
      onChange={(event) => {
        const file = event.target.files?.[0];
        event.target.value = "";
        if (file) onFile(file);
      }}
    />
  );
}
