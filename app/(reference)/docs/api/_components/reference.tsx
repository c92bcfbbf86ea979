"use client";

import "@/app/(reference)/docs/api/_components/reference.css";
import { useTheme } from "next-themes";
import { useEffect, useRef } from "react";

type Created = { destroy?: () => void; app?: { unmount: () => void } };
declare global {
  interface Window {
    Scalar?: { createApiReference: (place: Element, settings: object) => Created };
  }
}

/** Everything that would ask another origin is off: fonts, telemetry, the agent, the registry, the proxy. */
const SETTINGS = {
  url: "/v1/openapi.json",
  theme: "none",
  layout: "modern",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideDarkModeToggle: true,
  // Ctrl-K opens our own palette.
  searchHotKey: "j",
  documentDownloadType: "direct",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  externalUrls: { dashboardUrl: "", registryUrl: "", proxyUrl: "", apiBaseUrl: "" },
};

/** Gives the reference's nameless buttons a name. */
function mend(place: Element): void {
  for (const button of place.querySelectorAll('[class*="copy-button"]:not([aria-label])'))
    button.setAttribute("aria-label", "Copy");
}

/** The reference, made in the browser from the OpenAPI document; it follows the theme of the page. */
export function Reference({ source }: { source: string }) {
  const place = useRef<HTMLDivElement>(null);
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    let created: Created | undefined;
    const mending = new MutationObserver(() => place.current && mend(place.current));
    if (place.current) mending.observe(place.current, { childList: true, subtree: true });
    const script = document.createElement("script");
    script.src = source;
    script.onload = () => {
      if (place.current) created = window.Scalar?.createApiReference(place.current, SETTINGS);
    };
    document.head.append(script);
    return () => {
      mending.disconnect();
      script.remove();
      created?.destroy?.();
    };
  }, [source]);
  useEffect(() => {
    const isDark = resolvedTheme === "dark";
    const follow = () => {
      document.body.classList.toggle("dark-mode", isDark);
      document.body.classList.toggle("light-mode", !isDark);
    };
    follow();
    const observer = new MutationObserver(() => {
      if (document.body.classList.contains("dark-mode") !== isDark) follow();
    });
    observer.observe(document.body, { attributeFilter: ["class"] });
    return () => observer.disconnect();
  }, [resolvedTheme]);
  return (
    <div className="api-reference">
      <div ref={place} />
    </div>
  );
}
