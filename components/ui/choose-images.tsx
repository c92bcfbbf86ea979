"use client";

import { Upload } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";

type Props = {
  label: string;
  isMultiple?: boolean;
  isDisabled: boolean;
  onFiles: (files: File[]) => void;
};

/** A button that lets people choose images. */
export function ChooseImages({ label, isMultiple = false, isDisabled, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMultiple}
        aria-label={label}
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button disabled={isDisabled} onClick={() => input.current?.click()}>
        <Upload size={14} aria-hidden /> {label}
      </Button>
    </>
  );
}
