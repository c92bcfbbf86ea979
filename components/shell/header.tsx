import { accountColor } from "@/components/shell/account-color";
import { AccountMenu } from "@/components/shell/account-menu";
import { AccountSwitcher, type Acting } from "@/components/shell/account-switcher";
import { ACCOUNT_AREA, CONSOLE_AREA } from "@/components/shell/areas";
import { ImpersonationBanner } from "@/components/shell/impersonation-banner";
import { LiveTools } from "@/components/shell/live-tools";
import { MainLink } from "@/components/shell/main-link";
import type { Place } from "@/components/shell/palette";
import { SearchField } from "@/components/shell/search-field";
import { SiteMenu } from "@/components/shell/site-menu";
import { ThemeSwitch } from "@/components/shell/theme";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import type { Balance } from "@/lib/money/ledger/schemas";

/** The viewer of the page. */
export type Viewer = {
  /** The account that the page shows, and the person who looks at it: null where the session opens the organization alone. */
  accountId: string;
  personId: string | null;
  /** Set while the person acts for an organization. */
  organization: Acting["organization"];
  /** The organizations that the person can act for. */
  accounts: Acting["accounts"];
  name: string;
  email: string;
  isAdmin: boolean;
  /** Set while an administrator views the marketplace as this account; `leftMs`: the time that is left of it. */
  impersonation: { accountId: string; leftMs: number } | null;
  isVerified: boolean;
  /** Null when it could not be read. */
  balance: Balance | null;
  unread: number;
} | null;

type Group = { title: string; links: { href: string; title: string }[] };

const MAIN = [
  { href: "/skills", title: "Explore" },
  { href: "/docs", title: "Docs" },
  { href: "/sell", title: "Sell a skill" },
];
const VISITOR = [
  { href: "/register", title: "Get started" },
  { href: "/sign-in", title: "Sign in" },
];

/** The pages that a viewer may open, by area. */
function groupsFor(viewer: Viewer): Group[] {
  if (!viewer) return [{ title: "Marketplace", links: [...MAIN, ...VISITOR] }];
  return [
    { title: "Marketplace", links: MAIN },
    { title: "Account", links: ACCOUNT_AREA },
    { title: "Console", links: CONSOLE_AREA },
    ...(viewer.isAdmin ? [{ title: "Admin", links: [{ href: "/admin", title: "Admin" }] }] : []),
  ];
}

/** The pages that a viewer may open, for the command palette. */
export function pagesFor(viewer: Viewer): Place[] {
  return groupsFor(viewer).flatMap(({ links }) => links.map(({ href, title }) => ({ group: "Pages", href, title })));
}

type HeaderProps = { viewer: Viewer; name: string; logo: string | null };

/** The page header: search, navigation, balance, account menu. */
export function Header({ viewer, name, logo }: HeaderProps) {
  const brand = name.replace(/ marketplace$/i, "");
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-bg">
      {viewer?.organization && <div aria-hidden className={`h-0.5 ${accountColor(viewer.accountId)}`} />}
      {viewer?.impersonation && <ImpersonationBanner email={viewer.email} {...viewer.impersonation} />}
      <div className="mx-auto flex h-14 max-w-7xl items-center gap-3 px-4 group-has-[[data-wide]]/page:max-w-[94rem]">
        <Link href="/" className="flex items-center gap-2 font-semibold tracking-tight">
          {logo ? (
            <img src={`/v1/images/${logo}`} alt="" width={24} height={24} className="rounded-md" />
          ) : (
            <span aria-hidden className="grid size-6 place-items-center rounded-md bg-accent text-xs text-accent-fg">
              {brand.slice(0, 1).toUpperCase()}
            </span>
          )}
          <span className="max-w-44 truncate max-md:sr-only" dir="auto">
            {brand}
          </span>
        </Link>
        <SearchField />
        <nav aria-label="Main" className="flex items-center gap-1 text-sm max-md:hidden">
          {MAIN.map((place) => (
            <MainLink key={place.href} {...place} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1.5">
          {viewer ? (
            <>
              <AccountSwitcher {...viewer} />
              <LiveTools balance={viewer.balance} unread={viewer.unread} />
              <AccountMenu name={viewer.name} email={viewer.email} isAdmin={viewer.isAdmin} />
            </>
          ) : (
            <>
              <Link
                href="/sign-in"
                className={`max-sm:hidden max-sm:group-has-[[data-landing]]/page:inline-flex ${buttonStyle({ variant: "quiet", size: "sm" })}`}
              >
                Sign in
              </Link>
              <Link href="/register" className={buttonStyle({ variant: "primary", size: "sm" })}>
                Get started
              </Link>
            </>
          )}
          <ThemeSwitch />
          <SiteMenu groups={groupsFor(viewer)} isSignedIn={viewer !== null} />
        </div>
      </div>
    </header>
  );
}

export function Footer({ support }: { support: string | null }) {
  return (
    <footer className="mt-16 border-t border-line">
      <div className="mx-auto flex max-w-7xl flex-wrap justify-between gap-4 px-4 py-6 text-xs text-muted">
        <p>Failed calls are free.</p>
        <nav id="site-links" aria-label="Site" className="flex flex-wrap gap-x-4 gap-y-2">
          {MAIN.map(({ href, title }) => (
            <Link key={href} className="hover:text-fg" href={href}>
              {title}
            </Link>
          ))}
          <Link className="hover:text-fg" href="/docs/api">
            API reference
          </Link>
          <a className="hover:text-fg" href="/v1/openapi.json">
            OpenAPI
          </a>
          <a className="hover:text-fg" href="/llms.txt">
            llms.txt
          </a>
          <Link className="hover:text-fg" href="/terms">
            Terms
          </Link>
          <Link className="hover:text-fg" href="/privacy">
            Privacy
          </Link>
          {support && (
            <a className="hover:text-fg" href={`mailto:${support}`} rel="external">
              Support
            </a>
          )}
        </nav>
      </div>
    </footer>
  );
}
