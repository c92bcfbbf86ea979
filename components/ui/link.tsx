"use client";

import NextLink, { useLinkStatus } from "next/link";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { usePending } from "@/components/ui/navigation";
import { isPublicPage } from "@/lib/interfaces/client/public-pages";
import { stayOffline } from "@/lib/interfaces/client/session";

/** How long a pointer rests on a link before its page is fetched: passing over a list fetches nothing. */
const REST_MS = 60;

/** Whether a likely link has been chosen. */
let isChosen = false;

type Props = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & {
  href: string;
  /**
   * Whether its page is one of the most likely next ones. The first such link of a document is fetched without a
   * pointer on it: the code that it brings is that of all pages of its kind, which so open without waiting for code.
   */
  isLikely?: boolean;
};

/**
 * A link to another page of the product: it loads no document, and the current page stays until the next one is there.
 * Files, Markdown, JSON and other sites take a plain anchor.
 */
export function Link({ href, isLikely = false, children, onClick, ...rest }: Props) {
  const [isWanted, setWanted] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isLikely || isChosen) return;
    isChosen = true;
    setWanted(true);
  }, [isLikely]);
  const want = () => {
    if (!isPublicPage(href)) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setWanted(true), REST_MS);
  };
  return (
    <NextLink
      {...rest}
      href={href}
      prefetch={isWanted}
      onClick={(event) => {
        stayOffline(event);
        onClick?.(event);
      }}
      onPointerEnter={want}
      onPointerLeave={() => clearTimeout(timer.current)}
    >
      {children}
      <Pending />
    </NextLink>
  );
}

function Pending() {
  usePending(useLinkStatus().pending);
  return null;
}
