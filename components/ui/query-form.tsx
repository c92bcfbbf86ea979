"use client";

import type { ComponentProps } from "react";
import { useNavigate } from "@/components/ui/navigation";

type Props = Omit<ComponentProps<"form">, "action" | "onSubmit"> & { action: string };

/** A form whose fields become a page's query. Without JavaScript, the browser does the same. */
export function QueryForm({ action, ...rest }: Props) {
  const navigate = useNavigate();
  return (
    <form
      {...rest}
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        navigate(`${action}${queryOf(new FormData(event.currentTarget))}`);
      }}
    />
  );
}

/** The fields that were filled in, as a query. */
function queryOf(form: FormData): string {
  const query = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string" && value !== "") query.append(name, value);
  return query.size > 0 ? `?${query}` : "";
}
