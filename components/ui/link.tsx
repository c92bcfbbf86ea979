import NextLink from "next/link";
import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & { href: string };

/** A link to another page of the product, which loads no document. */
export function Link(props: Props) {
  return <NextLink {...props} prefetch={false} />;
}
