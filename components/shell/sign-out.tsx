"use client";

/** Ends the session of this browser. */
export function SignOutButton({ className }: { className: string }) {
  const signOut = async () => {
    await fetch("/api/auth/sign-out", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    window.location.assign("/");
  };
  return (
    <button type="button" className={className} onClick={signOut}>
      Sign out
    </button>
  );
}
