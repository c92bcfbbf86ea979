"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { sharedClient } from "@/lib/interfaces/client/query-client";

/** Gives its children the tab's store of what was read. Several of them on a page share the one store. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(sharedClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
