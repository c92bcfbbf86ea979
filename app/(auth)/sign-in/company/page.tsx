import type { Metadata } from "next";
import { getCaller } from "@/app/_lib/viewer";
import { problemOf } from "@/app/(auth)/_lib/problem";
import { OwnAccount } from "@/app/(auth)/sign-in/company/_components/own-account";
import { AcceptedTerms } from "@/components/account/accepted-terms";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { TextField } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";
import * as companySignIn from "@/lib/identity/organizations/company-sign-in";
import { nextPath } from "@/lib/interfaces/http/next-path";

export const metadata: Metadata = { title: "Sign in with your company", robots: { index: false } };

type Names = "next" | "domain" | "organization" | "error";
type Search = Promise<Partial<Record<Names, string | string[]>>>;
const textOf = (value: string | string[] | undefined) => (typeof value === "string" && value.trim()) || null;

export default async function CompanySignInPage({ searchParams }: { searchParams: Search }) {
  const asked = await searchParams;
  const next = nextPath(asked.next);
  // People also type their whole email.
  const domain = textOf(asked.domain)?.toLowerCase().replace(/^.*@/, "") ?? null;
  const handle = domain === null ? textOf(asked.organization) : null;
  const [caller, found] = await Promise.all([getCaller(), companySignIn.find({ domain, handle })]);
  // A handle alone tells strangers nothing: it is for members who are signed in.
  const company = found?.verifiedAt && (domain !== null || caller) ? found : null;
  const problem = problemOf(
    asked.error ? asked : company || (domain ?? handle) === null ? {} : { error: "company_unknown" },
  );
  const isLinking = caller !== null && !caller.session?.isCompany;
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title={company ? `Sign in with ${company.organization.name}` : "Sign in with your company"} />
      <Panel>
        <div className="grid gap-4">
          {problem && <ErrorAlert error={new Error(problem.text)} />}
          {company ? (
            <Continue company={company} isLinking={isLinking} isActing={handle !== null} next={next} />
          ) : (
            <form action="/sign-in/company" className="grid gap-4">
              <input type="hidden" name="next" value={next} />
              <TextField
                name="domain"
                label="Domain of your work email"
                hint="For example, example.com. Your organization must have set up its sign-in here."
                defaultValue={domain ?? ""}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                required
              />
              <Button type="submit" variant="primary" size="lg">
                Continue
              </Button>
            </form>
          )}
          {caller?.signInAt && <OwnAccount />}
          {!caller && <AcceptedTerms />}
        </div>
      </Panel>
      <p className="mt-4 text-sm">
        <Link
          className="text-accent-ink underline"
          href={caller ? "/settings#company" : `/sign-in?next=${encodeURIComponent(next)}`}
        >
          {caller ? "Back to Settings" : "Sign in another way"}
        </Link>
      </p>
    </div>
  );
}

type Company = NonNullable<Awaited<ReturnType<typeof companySignIn.find>>>;

type ContinueProps = { company: Company; isLinking: boolean; isActing: boolean; next: string };

/** The way to the provider of a company: in a person's session it is linked to their account. */
function Continue({ company, isLinking, isActing, next }: ContinueProps) {
  const { organization, domain, issuer, obligatory } = company;
  const { name, handle } = organization;
  const query = new URLSearchParams({
    ...(isLinking ? { organization: handle } : { domain }),
    next,
    ...(isActing && { act: "1" }),
  });
  return (
    <>
      <p className="text-sm">
        {isLinking
          ? `${obligatory ? `${name} requires its own sign-in. ` : ""}Your account is linked to your identity there, and this browser can act for ${name} for a day.`
          : `You sign in at your organization, and get access to ${name} here for a day. It opens nothing of a personal account.`}
      </p>
      <a
        rel="external nofollow"
        className={buttonStyle({ variant: "primary", size: "lg" })}
        href={`/api/auth/sign-in/company?${query}`}
      >
        Continue to {new URL(issuer).host}
      </a>
    </>
  );
}
