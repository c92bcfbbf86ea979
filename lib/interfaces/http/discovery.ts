import { resources } from "@/lib/identity/connections/resources";
import { env } from "@/lib/platform/core/env";
import { VERSION } from "@/lib/platform/core/version";

const SECURITY_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The MCP server card of the marketplace with this name. */
export function serverCard(name: string): object {
  const { PUBLIC_URL } = env();
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/mcp-server-card/v1.json",
    version: "1.0",
    protocolVersion: "2026-07-28",
    serverInfo: { name: "skills-marketplace", title: name, version: VERSION },
    description: "Find, buy and run reviewed skills, paid with prepaid credits.",
    documentationUrl: `${PUBLIC_URL}/docs/mcp`,
    transport: { type: "streamable-http", endpoint: resources().mcp },
    capabilities: { tools: {}, resources: {}, prompts: {} },
    authentication: { required: true, schemes: ["oauth2", "bearer"] },
    tools: ["dynamic"],
    resources: ["dynamic"],
    prompts: ["dynamic"],
  };
}

/** Our MCP server as the MCP registry takes it (`server.json`): its name is our domain backwards. */
export function registryEntry(name: string): object {
  const { PUBLIC_URL } = env();
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: `${new URL(PUBLIC_URL).hostname.split(".").reverse().join(".")}/skills`,
    title: name,
    description: "Find, buy and run reviewed skills, paid with prepaid credits.",
    version: VERSION,
    websiteUrl: PUBLIC_URL,
    remotes: [{ type: "streamable-http", url: resources().mcp }],
  };
}

/** The APIs of this site (RFC 9727), as a set of links. */
export function apiCatalog(): object {
  const { PUBLIC_URL } = env();
  return {
    linkset: [
      {
        anchor: resources().api,
        "service-desc": [{ href: `${PUBLIC_URL}/v1/openapi.json`, type: "application/json" }],
        "service-doc": [{ href: `${PUBLIC_URL}/docs/api`, type: "text/html" }],
        status: [{ href: `${PUBLIC_URL}/v1/health`, type: "application/json" }],
      },
      {
        anchor: resources().mcp,
        "service-desc": [{ href: `${PUBLIC_URL}/.well-known/mcp/server-card.json`, type: "application/json" }],
        "service-doc": [{ href: `${PUBLIC_URL}/docs/mcp`, type: "text/html" }],
      },
    ],
  };
}

/** Contact for security reports (RFC 9116): the sender of our mails. */
export function securityText(): string {
  const { MAIL_FROM, PUBLIC_URL } = env();
  const address = /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM.trim();
  const expires = new Date(Date.now() + SECURITY_DAYS * DAY_MS).toISOString();
  return [
    `Contact: mailto:${address}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
    "",
  ].join("\n");
}
