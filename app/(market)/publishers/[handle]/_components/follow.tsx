"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Link } from "@/components/ui/link";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Props = { handle: string; isFollowing: boolean; isSignedIn: boolean };

/** Follows a publisher, or stops; visitors sign in first. */
export function FollowButton({ handle, isSignedIn, ...before }: Props) {
  const [isFollowing, setFollowing] = useState(before.isFollowing);
  const { run, isBusy, failure } = useAction({ refreshes: true });
  if (!isSignedIn)
    return (
      <Link className={buttonStyle()} href={`/sign-in?next=${encodeURIComponent(`/publishers/${handle}`)}`}>
        Follow
      </Link>
    );
  const change = () =>
    run(async () => {
      const params = { handle };
      const sent = isFollowing
        ? callApi("DELETE /v1/publishers/{handle}/follow", { params })
        : callApi("PUT /v1/publishers/{handle}/follow", { params });
      setFollowing((await sent).data.following);
      if (!isFollowing) notify("We'll notify you of new skills.");
    });
  return (
    <>
      <Button aria-pressed={isFollowing} disabled={isBusy} onClick={() => void change()}>
        {isFollowing ? "Following" : "Follow"}
      </Button>
      {failure ? <ErrorAlert error={failure} /> : null}
    </>
  );
}
