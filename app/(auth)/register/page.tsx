import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getCaller } from "@/app/_lib/viewer";
import { problemOf } from "@/app/(auth)/_lib/problem";
import { providers } from "@/app/(auth)/_lib/providers";
import { AcceptedTerms } from "@/components/account/accepted-terms";
import { OtherWays } from "@/components/account/other-ways";
import { SignInForm } from "@/components/account/sign-in-form";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";
import { nextPath } from "@/lib/interfaces/http/next-path";
import * as site from "@/lib/platform/site/service";

export const metadata: Metadata = { title: "Create an account", robots: { index: false } };

type Search = Promise<Partial<Record<"next" | "error" | "param", string | string[]>>>;

export default async function RegisterPage({ searchParams }: { searchParams: Search }) {
  const asked = await searchParams;
  const origin = nextPath(asked.next);
  // Without a page to return to, show the first steps.
  const next = origin === "/" ? "/welcome" : origin;
  if (await getCaller()) redirect(next);
  const { settings } = await site.current();
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title="Create an account" />
      <Panel>
        {settings.registration !== "closed" ? (
          <>
            {settings.registration === "invitation" && (
              <p className="mb-4 text-sm">Accounts are by invitation. Use the email that was invited.</p>
            )}
            <SignInForm isNew={true} next={next} problem={problemOf(asked)?.text ?? null} />
            <OtherWays next={next} providers={providers()} />
            <AcceptedTerms />
          </>
        ) : (
          <p className="text-sm">
            New accounts can't be created at the moment.
            {settings.support_email && ` Write to ${settings.support_email}.`}
          </p>
        )}
      </Panel>
      <p className="mt-4 text-center text-sm">
        <Link className="text-accent-ink underline" href={`/sign-in?next=${encodeURIComponent(next)}`}>
          Already have an account? Sign in
        </Link>
      </p>
    </div>
  );
}
