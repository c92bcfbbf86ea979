"use client";

import { useEffect, useState } from "react";
import { useAction } from "@/components/ui/use-action";
import { readApi } from "@/lib/client/api";

/** A promotion code with the price that it makes. */
type Applied = { code: string; price: number; full_price: number };

const place = (slug: string) => `promotion:${slug}`;
const quote = (slug: string, code: string) =>
  readApi<Applied>(`/v1/skills/${slug}/promotion-codes/${encodeURIComponent(code)}`);

/** Drops the code that was applied to a skill in this browser tab. */
export function forgetPromotionCode(slug: string): void {
  sessionStorage.removeItem(place(slug));
}

/**
 * The promotion code that the buyer has applied to a skill. It stays in this browser tab, so that who tops up first
 * comes back from the checkout to the price that the top-up was for.
 */
export function usePromotionCode(slug: string) {
  const [applied, setApplied] = useState<Applied | null>(null);
  const { run, ...action } = useAction();
  useEffect(() => {
    const code = sessionStorage.getItem(place(slug));
    // One that no longer applies is dropped: the full price is shown, and the code can be entered again.
    if (code) quote(slug, code).then(setApplied, () => forgetPromotionCode(slug));
  }, [slug]);
  return {
    ...action,
    applied,
    apply: (code: string) =>
      run(async () => {
        const priced = await quote(slug, code);
        sessionStorage.setItem(place(slug), priced.code);
        setApplied(priced);
      }),
    remove: () => {
      forgetPromotionCode(slug);
      setApplied(null);
    },
  };
}
