"use client";

import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/link";

/** A place of the top bar, marked while one is in it. */
export function MainLink({ href, title }: { href: string; title: string }) {
  const path = usePathname();
  const isHere = path === href || path.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      aria-current={isHere ? (path === href ? "page" : "true") : undefined}
      className="rounded-md px-2.5 py-1.5 text-muted hover:bg-raised hover:text-fg aria-[current]:font-medium aria-[current]:text-fg"
    >
      {title}
    </Link>
  );
}
