"use client";

import "@/app/globals.css";
import ErrorPage from "@/app/error";

/** Stands in for the whole page when its frame fails; there is no header to rely on. */
export default function GlobalErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong</title>
        <main className="mx-auto max-w-xl px-4 py-16">
          <ErrorPage {...props} />
          <p className="mt-4 text-center text-sm">
            <a className="text-accent-ink underline" href="/">
              Marketplace
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
