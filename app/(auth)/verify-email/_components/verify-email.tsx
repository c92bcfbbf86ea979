"use client";

import { useEffect, useRef, useState } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Link } from "@/components/ui/link";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Verifies the email with the token of a link, once the page has loaded. */
export function VerifyEmail({ token }: { token: string }) {
  const { run, isDone, failure } = useAction({ refreshes: true });
  const [proved, setProved] = useState("");
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void run(async () => {
      const body = { token };
      const { data } = await callApi("PUT /v1/account/verification", { body });
      setProved(data.email);
    });
  });
  if (failure) {
    return (
      <div className="grid gap-4">
        <ErrorAlert error={failure} />
        <Link className={buttonStyle({ variant: "primary", size: "lg" })} href="/settings">
          Go to settings
        </Link>
      </div>
    );
  }
  return (
    <div role="status" className="grid gap-4">
      <p>{isDone ? `${proved} is verified.` : "Verifying your email…"}</p>
      {isDone && (
        <Link className={buttonStyle({ variant: "primary", size: "lg" })} href="/skills">
          Go to the marketplace
        </Link>
      )}
    </div>
  );
}
