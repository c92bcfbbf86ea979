"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Applied = { code: string; price: number; full_price: number };

const place = (slug: string) => `promotion:${slug}`;
const quote = async (slug: string, code: string, plan: string | undefined) =>
  (
    await callApi("GET /v1/skills/{slug}/promotion-codes/{code}", {
      params: { slug, code },
      ...(plan !== undefined && { query: { plan } }),
    })
  ).data;

/** The query of the code that is applied to a skill. */
export const promotionKey = (slug: string) => ["promotion", slug];

/** Drops the code that was applied to a skill in this browser tab. */
export function forgetPromotionCode(slug: string): void {
  sessionStorage.removeItem(place(slug));
}

/**
 * The promotion code that the buyer has applied to a skill, the same wherever the page offers it. It stays in this browser
 * tab, so that who tops up first comes back from the checkout to the price that the top-up was for.
 */
export function usePromotionCode(slug: string, plan?: string) {
  const client = useQueryClient();
  const queryKey = [...promotionKey(slug), plan ?? ""];
  const { data: applied = null } = useQuery({
    queryKey,
    queryFn: async (): Promise<Applied | null> => {
      const code = sessionStorage.getItem(place(slug));
      if (!code) return null;
      return quote(slug, code, plan).catch(() => {
        // One that no longer applies is dropped: the full price is shown, and the code can be entered again.
        forgetPromotionCode(slug);
        return null;
      });
    },
  });
  const { run, ...action } = useAction();
  return {
    ...action,
    applied,
    apply: (code: string) =>
      run(async () => {
        const priced = await quote(slug, code, plan);
        sessionStorage.setItem(place(slug), priced.code);
        client.setQueryData(queryKey, priced);
      }),
    remove: () => {
      forgetPromotionCode(slug);
      client.setQueryData(queryKey, null);
    },
  };
}
