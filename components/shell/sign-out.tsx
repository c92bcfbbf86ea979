"use client";

import { Button } from "@/components/ui/button";

export function SignOutButton({ className = "" }: { className?: string }) {
  const signOut = async () => {
    await fetch("/api/auth/sign-out", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    window.location.assign("/");
  };
  return (
    <Button look="quiet" size="sm" className={className} onClick={signOut}>
      Sign out
    </Button>
  );
}
