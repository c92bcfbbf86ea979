import type { Metadata } from "next";
import { hasMailbox } from "@/app/_lib/viewer";
import { problemOf } from "@/app/(auth)/_lib/problem";
import { AskForReset, ChooseAnew, PasswordChanged } from "@/app/(auth)/reset-password/_components/reset-forms";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";

export const metadata: Metadata = {
  title: "Reset your password",
  robots: { index: false },
  // The address carries a secret, which no other site may see. "no-referrer" would also hide the origin of our own form.
  referrer: "same-origin",
};

type Search = Promise<Partial<Record<"token" | "step" | "error" | "param", string | string[]>>>;

export default async function ResetPasswordPage({ searchParams }: { searchParams: Search }) {
  const asked = await searchParams;
  const { token, step } = asked;
  const problem = problemOf(asked);
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title={token ? "Choose a new password" : "Reset your password"} />
      <Panel>
        {step === "done" ? (
          <PasswordChanged />
        ) : typeof token === "string" ? (
          <ChooseAnew token={token} problem={problem} />
        ) : (
          <AskForReset mailbox={hasMailbox()} isSent={step === "sent"} problem={problem} />
        )}
      </Panel>
      <p className="mt-4 text-center text-sm">
        <Link className="text-accent-ink underline" href="/sign-in">
          Back to sign in
        </Link>
      </p>
    </div>
  );
}
