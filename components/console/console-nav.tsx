const PAGES = [
  ["/console", "Skills"],
  ["/console/earnings", "Earnings"],
  ["/console/profile", "Profile"],
] as const;

/** Where one is in the console, and where else one can go. */
export function ConsoleNav({ current }: { current: (typeof PAGES)[number][0] }) {
  return (
    <nav aria-label="Console" className="mb-5 flex gap-4 border-b border-line text-sm">
      {PAGES.map(([href, title]) => (
        <a
          key={href}
          href={href}
          aria-current={href === current ? "page" : undefined}
          className="-mb-px border-b-2 border-transparent pb-2 text-muted hover:text-fg aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-fg"
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
