import type { Metadata } from "next";
import { nextPath } from "@/app/(account)/next-path";
import { SignInForm } from "@/components/shell/sign-in-form";
import { PageHead, Panel } from "@/components/ui/panel";

export const metadata: Metadata = { title: "Create an account", robots: { index: false } };

export default async function RegisterPage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  const next = nextPath((await searchParams).next);
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title="Create an account" />
      <Panel>
        <SignInForm isNew={true} next={next} />
      </Panel>
      <p className="mt-4 text-center text-sm">
        <a className="text-accent-ink underline" href={`/sign-in?next=${encodeURIComponent(next)}`}>
          You have an account? Sign in
        </a>
      </p>
    </div>
  );
}
