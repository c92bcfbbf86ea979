import type { Metadata } from "next";
import { getCaller } from "@/app/_lib/viewer";
import { problemOf } from "@/app/(auth)/_lib/problem";
import { OwnAccount } from "@/app/(auth)/sign-in/company/_components/own-account";
import { AcceptedTerms } from "@/components/account/accepted-terms";
import { Leave } from "@/components/account/leave";
import { Button } from "@/components/ui/button";
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
  const domain = textOf(asked.domain);
  const handle = domain === null ? textOf(asked.organization) : null;
  const caller = await getCaller();
  // A name is shown to members alone; for a domain, the provider says whose it is.
  const company = caller && handle ? await companySignIn.ofMember(caller.personId, handle) : null;
  const missing = caller ? "company_unknown" : "company_session";
  const problem = problemOf(asked.error ? asked : handle && !company ? { error: missing } : {});
  const isLinking = caller !== null && !caller.session?.isCompany;
  return (
    <div className="mx-auto max-w-sm">
      <PageHead title={company ? `Sign in with ${company.organization.name}` : "Sign in with your company"} />
      <Panel>
        <div className="grid gap-4">
          {problem && <ErrorAlert error={new Error(problem.text)} />}
          <form method="post" action="/api/auth/sign-in/company" className="grid gap-4">
            <input type="hidden" name="next" value={next} />
            {company ? (
              <Known company={company} isLinking={isLinking} />
            ) : (
              <>
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
                <p className="text-sm">
                  {isLinking
                    ? "Your account joins the organization of this domain, if it isn't a member yet, and is linked to your identity there. This browser can act for the organization for a day."
                    : "You sign in at the organization of this domain, and get access to it here for a day. If you are new, an account is created that joins it. It opens nothing of a personal account."}
                </p>
              </>
            )}
            <Button type="submit" variant="primary" size="lg" className="w-full">
              {company ? `Continue to ${new URL(company.issuer).host}` : "Continue"}
            </Button>
          </form>
          {caller?.signInAt && <OwnAccount />}
          {company && isLinking && <Leave handle={company.organization.handle} name={company.organization.name} />}
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

type Company = NonNullable<Awaited<ReturnType<typeof companySignIn.ofMember>>>;

/** What a member confirms: in a person's session the identity is linked to their account. */
function Known({ company, isLinking }: { company: Company; isLinking: boolean }) {
  const { organization, domain, obligatory } = company;
  const { name, handle } = organization;
  return (
    <>
      <input type="hidden" name={isLinking ? "organization" : "domain"} value={isLinking ? handle : domain} />
      {isLinking && <input type="hidden" name="act" value="1" />}
      <p className="text-sm">
        {isLinking
          ? `${obligatory ? `${name} requires its own sign-in. ` : ""}Your account is linked to your identity there, and this browser can act for ${name} for a day.`
          : `You sign in at your organization, and get access to ${name} here for a day. It opens nothing of a personal account.`}
      </p>
    </>
  );
}
