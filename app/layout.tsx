import "@/app/globals.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { DOC_PAGES, docHref } from "@/app/_lib/docs-pages";
import { getNotices, getViewer, hasMailbox } from "@/app/_lib/viewer";
import { CountView } from "@/components/shell/count-view";
import { Footer, Header, pagesFor } from "@/components/shell/header";
import { KeepAccount } from "@/components/shell/keep-account";
import { NavigationProgress } from "@/components/shell/navigation-progress";
import { OfflineNotice } from "@/components/shell/offline-notice";
import { SessionEnd } from "@/components/shell/session-end";
import { Shortcuts } from "@/components/shell/shortcuts";
import { Themed } from "@/components/shell/theme";
import { VerifyNotice } from "@/components/shell/verify-notice";
import { CompareTray } from "@/components/skills/compare-tray";
import { Hints } from "@/components/ui/hints";
import { Toasts } from "@/components/ui/toasts";
import { QueryProvider } from "@/lib/interfaces/client/query-provider";
import { env } from "@/lib/platform/core/env";

const DOC_PLACES = [
  ...DOC_PAGES.map(({ slug, title }) => ({ group: "Docs", href: docHref(slug), title })),
  { group: "Docs", href: "/docs/api", title: "API reference" },
];

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await getNotices();
  return {
    metadataBase: new URL(env().PUBLIC_URL),
    title: { default: name, template: `%s · ${name}` },
    description: "Skills for AI agents and people: reviewed, paid by the call or the month, run through one API.",
  };
}

/** The operator's color in the lightness of each theme, in which every pair of colors keeps its contrast. */
function accentCss(color: string): string {
  const shade = (lightness: number, chroma: number) => `oklch(from ${color} ${lightness} min(c, ${chroma}) h)`;
  return `:root{--accent:${shade(0.5, 0.13)};--accent-fg:${shade(0.99, 0.005)};--accent-soft:${shade(0.945, 0.03)};--accent-ink:${shade(0.42, 0.11)}}
[data-theme="dark"]{--accent:${shade(0.79, 0.115)};--accent-fg:${shade(0.2, 0.03)};--accent-soft:${shade(0.285, 0.035)};--accent-ink:${shade(0.83, 0.1)}}`;
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [list, viewer, notices] = await Promise.all([headers(), getViewer(), getNotices()]);
  return (
    <html
      lang="en"
      suppressHydrationWarning
      data-account={viewer?.accountId}
      data-acting={viewer?.organization ? viewer.accountId : undefined}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body className="group/page">
        {notices.accent && (
          <style nonce={list.get("x-nonce") ?? ""} suppressHydrationWarning>
            {accentCss(notices.accent)}
          </style>
        )}
        <Themed nonce={list.get("x-nonce") ?? ""}>
          <QueryProvider>
            <NavigationProgress />
            {viewer && viewer.accounts.length > 0 && <KeepAccount />}
            <a
              href="#main"
              className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:rounded-md focus:bg-accent focus:px-3 focus:py-1 focus:text-accent-fg"
            >
              Skip to content
            </a>
            <Header viewer={viewer} name={notices.name} logo={notices.logo} />
            {viewer && !viewer.isVerified && <VerifyNotice email={viewer.email} mailbox={hasMailbox()} />}
            {notices.announcement && (
              <p
                role="note"
                aria-label="Announcement"
                className="border-b border-line bg-accent-soft px-4 py-1.5 text-center text-sm wrap-anywhere text-accent-ink"
              >
                {notices.announcement}
              </p>
            )}
            <noscript>
              <p className="border-b border-line bg-accent-soft px-4 py-1.5 text-center text-sm text-accent-ink">
                JavaScript is off. You can browse, register and sign in; everything else needs JavaScript.
              </p>
            </noscript>
            <main
              id="main"
              tabIndex={-1}
              className="mx-auto max-w-7xl px-4 py-8 outline-none has-[[data-wide]]:max-w-[94rem] max-md:py-5"
            >
              {children}
            </main>
            <Footer support={notices.support} />
            <CompareTray />
            <Shortcuts places={[...pagesFor(viewer), ...DOC_PLACES]} isSignedIn={viewer !== null} acting={viewer} />
            <Hints />
            <Toasts />
            <OfflineNotice />
            {viewer && !viewer.impersonation && <SessionEnd email={viewer.email} />}
            <CountView />
          </QueryProvider>
        </Themed>
      </body>
    </html>
  );
}
