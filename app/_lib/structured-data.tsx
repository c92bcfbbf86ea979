import { headers } from "next/headers";

/** JSON for a script element; untrusted text can't end the element. */
function safeJson(value: object): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Facts of a page for search engines, as schema.org names them. */
export async function StructuredData({ facts }: { facts: object }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const text = safeJson({ "@context": "https://schema.org", ...facts });
  const element = { type: "application/ld+json", nonce, dangerouslySetInnerHTML: { __html: text } };
  return <script {...element} suppressHydrationWarning />;
}
