import type { Metadata } from "next";
import { headers } from "next/headers";
import { requireCaller } from "@/app/_lib/viewer";
import { ConsentForm } from "@/app/(auth)/connect/_components/consent-form";
import { Empty, PageHead } from "@/components/ui/panel";
import { readRequest } from "@/lib/identity/connections/requests";
import { ACCESS_SENTENCES } from "@/lib/identity/connections/schemas";
import { connectedKey } from "@/lib/identity/keys/connected";
import { scopesWithin } from "@/lib/identity/keys/permissions";
import { PAGE_HEADER } from "@/lib/interfaces/http/next-path";

export const metadata: Metadata = { title: "Connect a program", robots: { index: false } };

type Search = Promise<{ error?: string | string[]; error_description?: string | string[] }>;

/** The consent page: the program, its permissions, spending limit and expiry. */
export default async function ConnectPage({ searchParams }: { searchParams: Search }) {
  const { error } = await searchParams;
  if (error !== undefined) return <Wrong code={String(error)} />;
  const caller = await requireCaller("/connect");
  // The raw query: the signature covers its text.
  const query = (URL.parse((await headers()).get(PAGE_HEADER) ?? "", "http://page.invalid")?.search ?? "").slice(1);
  const asked = await readRequest(query);
  if (!asked || asked.scopes.length === 0) return <Wrong code="invalid_request" />;
  const { organization } = caller;
  const former = await connectedKey(caller, asked.clientId);
  return (
    <div className="mx-auto max-w-xl">
      <PageHead title={`Connect ${asked.name}?`}>
        The program chose this name; we have not verified it. You will be sent back to{" "}
        <strong className="text-fg">{asked.returnsTo}</strong>.
        {organization && (
          <>
            {" "}
            It will act for <strong className="text-fg">{caller.name}</strong> and pay from its wallet.
          </>
        )}
      </PageHead>
      <ConsentForm
        query={query}
        name={asked.name}
        isAgent={asked.isAgent}
        former={
          former && {
            lastUsedAt: former.lastUsedAt?.toISOString() ?? null,
            createdAt: former.createdAt.toISOString(),
          }
        }
        scopes={scopesWithin(asked.scopes, organization?.role ?? null).map((scope) => ({
          scope,
          title: ACCESS_SENTENCES[scope],
        }))}
      />
    </div>
  );
}

const WRONG: Record<string, string> = {
  invalid_client: "We don't know this program. Let it register again.",
  invalid_redirect: "The program's redirect URL is not registered.",
};

/** Shown when a request has no safe redirect: the user sees the error instead of the program. */
function Wrong({ code }: { code: string }) {
  return (
    <Empty isPage title="This connection can't be made">
      {WRONG[code] ?? "The program's request is incomplete or has expired."} Start again from the program; if it happens
      again, contact its developer: <code>{code.slice(0, 60)}</code>.
    </Empty>
  );
}
