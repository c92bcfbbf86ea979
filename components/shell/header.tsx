import { AccountMenu } from "@/components/shell/account-menu";
import type { Place } from "@/components/shell/palette";
import { SearchField } from "@/components/shell/search-field";
import { SiteMenu } from "@/components/shell/site-menu";
import { ThemeSwitch } from "@/components/shell/theme";
import { ViewerTools } from "@/components/shell/viewer-tools";
import { buttonStyle } from "@/components/ui/button-style";
import type { Balance } from "@/lib/ledger/schemas";

/** Whoever looks at the page. */
export type Viewer = {
  name: string;
  email: string;
  isAdmin: boolean;
  isVerified: boolean;
  /** Null when it could not be read. */
  balance: Balance | null;
  unread: number;
} | null;

const ACCOUNT = [
  ["/wallet", "Wallet"],
  ["/purchases", "Purchases"],
  ["/usage", "Usage"],
  ["/keys", "API keys"],
  ["/console", "Console"],
] as const;

function links(viewer: Viewer) {
  return [
    ["/", "Marketplace"] as const,
    ...(viewer ? ACCOUNT : []),
    ...(viewer?.isAdmin ? ([["/admin", "Admin"]] as const) : []),
    ["/docs", "Docs"] as const,
  ];
}

/** The pages that a viewer may go to, for the command palette. */
export function pagesFor(viewer: Viewer): Place[] {
  const more = viewer
    ? ([
        ["/console/new", "Publish a skill"],
        ["/console/earnings", "Earnings"],
        ["/settings", "Settings"],
      ] as const)
    : ([
        ["/sign-in", "Sign in"],
        ["/register", "Create an account"],
      ] as const);
  return [...links(viewer), ...more].map(([href, title]) => ({ group: "Pages", href, title }));
}

/** The head of every page: search, where to go, the balance, the account. */
export function Header({ viewer }: { viewer: Viewer }) {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-bg">
      <div className="mx-auto flex h-12 max-w-6xl items-center gap-3 px-4">
        <a href="/" className="flex items-center gap-2 font-semibold tracking-tight">
          <span
            aria-hidden
            className="grid size-6 place-items-center rounded-md bg-accent text-xs text-accent-fg"
          >
            S
          </span>
          <span className="max-sm:sr-only">Skills</span>
        </a>
        <SearchField />
        <nav aria-label="Main" className="flex items-center gap-1 text-sm max-[859px]:hidden">
          {links(viewer).map(([href, title]) => (
            <a
              key={href}
              href={href}
              className="rounded-md px-2 py-1 text-muted hover:bg-raised hover:text-fg"
            >
              {title}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {viewer ? (
            <>
              <ViewerTools balance={viewer.balance} unread={viewer.unread} />
              <AccountMenu name={viewer.name} email={viewer.email} />
            </>
          ) : (
            <a href="/sign-in" className={buttonStyle({ variant: "primary", size: "sm" })}>
              Sign in
            </a>
          )}
          <ThemeSwitch />
          <SiteMenu
            links={[
              ...links(viewer),
              ...(viewer
                ? ([
                    ["/notifications", "Notifications"],
                    ["/settings", "Settings"],
                  ] as const)
                : []),
            ]}
            isSignedIn={viewer !== null}
          />
        </div>
      </div>
    </header>
  );
}

export function Footer() {
  return (
    <footer className="mt-16 border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-4 px-4 py-6 text-xs text-muted">
        <p>1 credit = 1 US dollar. Only a valid answer is charged.</p>
        <nav id="site-links" aria-label="Site" className="flex flex-wrap gap-4">
          <a className="hover:text-fg" href="/">
            Marketplace
          </a>
          <a className="hover:text-fg" href="/docs">
            Docs
          </a>
          <a className="hover:text-fg" href="/v1/openapi.json">
            OpenAPI
          </a>
          <a className="hover:text-fg" href="/llms.txt">
            llms.txt
          </a>
        </nav>
      </div>
    </footer>
  );
}
