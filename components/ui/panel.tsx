import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

/** A titled box on a page. */
export function Panel({
  id,
  title,
  action,
  children,
  className,
}: {
  id?: string;
  title?: string;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section id={id} className={cx("scroll-mt-16 rounded-lg border border-line bg-surface p-4", className)}>
      {title && (
        <div className="mb-3 flex items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

/** An empty state, which explains the next step. */
export function Empty({ title, isPage, children }: { title: string; isPage?: boolean; children?: ReactNode }) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className="rounded-lg border border-dashed border-line px-6 py-10 text-center">
      <Title className="text-lg font-medium">{title}</Title>
      {children && <div className="mx-auto mt-1 max-w-md text-muted">{children}</div>}
    </div>
  );
}

/** The head of a page: title, description, and main action. */
export function PageHead({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {children && <p className="mt-1 max-w-2xl text-muted">{children}</p>}
      </div>
      {action}
    </div>
  );
}
