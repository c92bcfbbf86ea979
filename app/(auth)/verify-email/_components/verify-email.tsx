"use client";

import { useEffect, useRef, useState } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Link } from "@/components/ui/link";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Proves the address with the token of a link, as soon as the page is there. */
export function VerifyEmail({ token }: { token: string }) {
  const { run, isDone, failure } = useAction({ refreshes: true });
  const [proved, setProved] = useState("");
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void run(async () => {
      const body = { token };
      const { data } = await callApi<{ email: string }>("/v1/account/verification", { method: "PUT", body });
      setProved(data.email);
    });
  });
  if (failure) {
    return (
      <div className="grid gap-4">
        <ErrorAlert error={failure} />
        <Link className={buttonStyle({ variant: "primary", size: "lg" })} href="/settings">
          To the settings
        </Link>
      </div>
    );
  }
  return (
    <div role="status" className="grid gap-4">
      <p>{isDone ? `${proved} is confirmed.` : "Confirming the address …"}</p>
      {isDone && (
        <Link className={buttonStyle({ variant: "primary", size: "lg" })} href="/">
          To the marketplace
        </Link>
      )}
    </div>
  );
}
