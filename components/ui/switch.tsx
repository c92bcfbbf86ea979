"use client";

import { Switch as Base } from "@base-ui/react/switch";

type Props = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
} & ({ label: string } | { labelledBy: string });

/** Something that is on or off, and changes immediately. */
export function Switch({ isOn, onChange, isDisabled = false, ...name }: Props) {
  return (
    <Base.Root
      checked={isOn}
      onCheckedChange={onChange}
      disabled={isDisabled}
      {...("label" in name ? { "aria-label": name.label } : { "aria-labelledby": name.labelledBy })}
      className="inline-flex h-5 w-9 shrink-0 cursor-pointer items-center rounded-full border border-edge bg-raised p-0.5 transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:cursor-default data-disabled:opacity-50"
    >
      <Base.Thumb className="block size-3.5 rounded-full bg-muted transition-transform data-checked:translate-x-4 data-checked:bg-accent-fg" />
    </Base.Root>
  );
}
