import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { nextPath } from "@/app/(account)/next-path";
import { getCaller } from "@/app/viewer";
import { SignInForm } from "@/components/account/sign-in-form";
import { PageHead, Panel } from "@/components/ui/panel";

export const metadata: Metadata = { title: "Create an account", robots: { index: false } };

type Search = Promise<{ next?: string | string[] }>;

export default async function RegisterPage({ searchParams }: { searchParams: Search }) {
  const next = nextPath((await searchParams).next);
  if (await getCaller()) redirect(next);
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title="Create an account" />
      <Panel>
        <SignInForm isNew={true} next={next} />
      </Panel>
      <p className="mt-4 text-center text-sm">
        <a className="text-accent-ink underline" href={`/sign-in?next=${encodeURIComponent(next)}`}>
          Already have an account? Sign in
        </a>
      </p>
    </div>
  );
}
