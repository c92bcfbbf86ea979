"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { Moon, Sun } from "lucide-react";
import { ThemeProvider, useTheme } from "next-themes";
import { type ReactNode, useState } from "react";

/** Applies the theme without a flash. The nonce is that of the document, also after client-side navigation. */
export function Themed({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [first] = useState(nonce);
  return (
    <ThemeProvider attribute="data-theme" defaultTheme="system" enableSystem disableTransitionOnChange nonce={first}>
      <CSPProvider nonce={first}>{children}</CSPProvider>
    </ThemeProvider>
  );
}

export function ThemeSwitch() {
  const { resolvedTheme, setTheme } = useTheme();
  return (
    <button
      type="button"
      aria-label="Switch between light and dark"
      onClick={() => setTheme(resolvedTheme === "dark" ? "light" : "dark")}
      className="grid size-9 place-items-center rounded-md text-muted hover:bg-raised hover:text-fg"
    >
      <Moon size={16} aria-hidden className="dark:hidden" />
      <Sun size={16} aria-hidden className="hidden dark:block" />
    </button>
  );
}
