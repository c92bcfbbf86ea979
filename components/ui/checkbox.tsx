"use client";

import { Checkbox as Base } from "@base-ui/react/checkbox";
import { cx } from "class-variance-authority";
import { Check } from "lucide-react";
import { useBound } from "@/components/ui/field";

type Props = Pick<
  Base.Root.Props,
  "id" | "checked" | "onCheckedChange" | "disabled" | "aria-describedby" | "aria-invalid" | "aria-label"
> & { className?: string };

/** A box to tick. Its label is around it, or names it by its id. */
export function Checkbox({ className, ...rest }: Props) {
  return (
    <Base.Root
      nativeButton
      render={<button type="button" />}
      {...useBound()}
      {...rest}
      className={cx(
        "grid size-4 shrink-0 cursor-pointer place-items-center rounded-sm border border-edge bg-surface data-checked:border-accent data-checked:bg-accent data-disabled:cursor-default data-disabled:opacity-50 data-invalid:border-bad",
        className,
      )}
    >
      <Base.Indicator className="text-accent-fg">
        <Check size={12} strokeWidth={3} aria-hidden />
      </Base.Indicator>
    </Base.Root>
  );
}
