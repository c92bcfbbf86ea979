import type { Metadata } from "next";
import { hasMailbox } from "@/app/viewer";
import { AskForReset, ChooseAnew } from "@/components/account/reset-forms";
import { PageHead, Panel } from "@/components/ui/panel";

export const metadata: Metadata = {
  title: "Reset your password",
  robots: { index: false },
  // The address of this page carries a proof that no other page needs to see.
  referrer: "no-referrer",
};

type Search = Promise<{ token?: string | string[] }>;

export default async function ResetPasswordPage({ searchParams }: { searchParams: Search }) {
  const { token } = await searchParams;
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title={token ? "Choose a new password" : "Reset your password"} />
      <Panel>
        {typeof token === "string" ? <ChooseAnew token={token} /> : <AskForReset mailbox={hasMailbox()} />}
      </Panel>
      <p className="mt-4 text-center text-sm">
        <a className="text-accent-ink underline" href="/sign-in">
          Back to sign in
        </a>
      </p>
    </div>
  );
}
