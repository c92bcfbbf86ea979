import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";

/** Hands what the server has read to the queries of the browser, so that none asks for it again. */
export function Prefetched({ reads, children }: { reads: [QueryKey, unknown][]; children: ReactNode }) {
  const client = new QueryClient();
  for (const [key, data] of reads) client.setQueryData(key, data);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
