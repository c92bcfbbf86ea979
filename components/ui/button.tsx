import type { VariantProps } from "class-variance-authority";
import { cx } from "class-variance-authority";
import type { ComponentProps } from "react";
import { buttonStyle } from "@/components/ui/button-style";

type Props = ComponentProps<"button"> & VariantProps<typeof buttonStyle>;

export function Button({ variant, size, className, type = "button", ...rest }: Props) {
  return <button type={type} className={cx(buttonStyle({ variant, size }), className)} {...rest} />;
}
