import { CircleUserRound } from "lucide-react";
import { SignOutButton } from "@/components/shell/sign-out";

/** Who is signed in, the settings, and the way out. The browser itself opens it and closes it again. */
export function AccountMenu({ name, email }: { name: string; email: string }) {
  return (
    <div className="max-[859px]:hidden">
      <button
        type="button"
        popoverTarget="account-menu"
        aria-label="Your account"
        className="grid size-8 place-items-center rounded-md text-muted hover:bg-raised hover:text-fg"
      >
        <CircleUserRound size={18} aria-hidden />
      </button>
      <nav
        id="account-menu"
        popover="auto"
        aria-label="Account"
        className="fixed inset-auto top-11 right-[max(1rem,calc(50vw-35rem))] m-0 w-60 rounded-lg border border-line bg-surface p-1.5 text-fg shadow-lg"
      >
        <p className="border-b border-line px-2.5 pt-1 pb-2">
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-xs text-muted">{email}</span>
        </p>
        <a href="/notifications" className="mt-1.5 block rounded-md px-2.5 py-1.5 text-sm hover:bg-raised">
          Notifications
        </a>
        <a href="/settings" className=" block rounded-md px-2.5 py-1.5 text-sm hover:bg-raised">
          Settings
        </a>
        <SignOutButton className="block w-full rounded-md px-2.5 py-1.5 text-left text-sm hover:bg-raised" />
      </nav>
    </div>
  );
}
