import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getCaller } from "@/app/_lib/viewer";
import { problemOf } from "@/app/(auth)/_lib/problem";
import { providers } from "@/app/(auth)/_lib/providers";
import { AcceptedTerms } from "@/components/account/accepted-terms";
import { OtherWays } from "@/components/account/other-ways";
import { SignInForm } from "@/components/account/sign-in-form";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";
import * as companySignIn from "@/lib/identity/organizations/company-sign-in";
import { nextPath } from "@/lib/interfaces/http/next-path";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };

type Search = Promise<Partial<Record<"next" | "error" | "param", string | string[]>>>;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const asked = await searchParams;
  const origin = nextPath(asked.next);
  // The landing page has nothing for those who are here already.
  const next = origin === "/" ? "/skills" : origin;
  if (await getCaller()) redirect(next);
  const hasCompanies = await companySignIn.isOffered();
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title="Sign in" />
      <Panel>
        <SignInForm isNew={false} next={next} problem={problemOf(asked)?.text ?? null} />
        <OtherWays next={next} providers={providers()} />
        {hasCompanies && (
          <Link
            className={`${buttonStyle({ variant: "plain", size: "lg" })} mt-3 w-full`}
            href={`/sign-in/company?next=${encodeURIComponent(next)}`}
          >
            Sign in with your company
          </Link>
        )}
        {providers().length > 0 && <AcceptedTerms />}
      </Panel>
      <p className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm">
        <Link className="text-accent-ink underline" href="/reset-password">
          Forgot your password?
        </Link>
        <Link className="text-accent-ink underline" href={`/register?next=${encodeURIComponent(next)}`}>
          New here? Create an account
        </Link>
      </p>
    </div>
  );
}
