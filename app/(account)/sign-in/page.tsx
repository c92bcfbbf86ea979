import type { Metadata } from "next";
import { nextPath } from "@/app/(account)/next-path";
import { SignInForm } from "@/components/shell/sign-in-form";
import { PageHead, Panel } from "@/components/ui/panel";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  const next = nextPath((await searchParams).next);
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title="Sign in" />
      <Panel>
        <SignInForm isNew={false} next={next} />
      </Panel>
      <p className="mt-4 text-center text-sm">
        <a className="text-accent-ink underline" href={`/register?next=${encodeURIComponent(next)}`}>
          New here? Create an account
        </a>
      </p>
    </div>
  );
}
