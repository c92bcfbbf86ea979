import type { GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import { z } from "zod";
import { DisplayName, Email } from "@/lib/identity/accounts/schemas";
import { env } from "@/lib/platform/core/env";

/** Providers that people may sign in with, by the names that their accounts have here. */
export const PROVIDERS = ["github", "google"] as const;
export type ProviderId = (typeof PROVIDERS)[number];
export const PROVIDER_NAMES: Record<ProviderId, string> = { github: "GitHub", google: "Google" };

const FETCH_TIMEOUT_MS = 10_000;

const GitHubUser = z.object({ id: z.number(), login: z.string(), name: z.string().nullish() });
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const GoogleUser = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
});

type Profile = { id: string; name: string; email: string | null; emailVerified: boolean };

/** The providers that this installation has an application with. */
export function configuredProviders(): ProviderId[] {
  return PROVIDERS.filter((id) => credentialsOf(id) !== null);
}

/** What people without a display name are called: by the local part of their email, which is never shown in full. */
export function nameFrom(email: string): string {
  return (
    email
      .split("@")[0]
      ?.replace(/[._+-]+/g, " ")
      .trim() || "Someone"
  );
}

function credentialsOf(id: ProviderId): { clientId: string; clientSecret: string } | null {
  const settings = env();
  const [clientId, clientSecret] =
    id === "github"
      ? [settings.GITHUB_CLIENT_ID, settings.GITHUB_CLIENT_SECRET]
      : [settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET];
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** How the session library signs in with the configured providers. */
export function providerConfigs(): GenericOAuthConfig[] {
  return configuredProviders().map((id) => ({
    providerId: id,
    ...(credentialsOf(id) ?? { clientId: "" }),
    ...(id === "github" ? github() : google()),
    pkce: true,
    accountSubject: ({ profile }) => String(profile.id),
  }));
}

/** Where the configured providers exchange codes for tokens. */
export function providerAddresses(): { id: ProviderId; url: string }[] {
  return configuredProviders().map((id) => ({ id, url: (id === "github" ? github() : google()).tokenUrl }));
}

function github() {
  const { GITHUB_URL } = env();
  const api = GITHUB_URL === "https://github.com" ? "https://api.github.com" : `${GITHUB_URL}/api/v3`;
  return {
    authorizationUrl: `${GITHUB_URL}/login/oauth/authorize`,
    tokenUrl: `${GITHUB_URL}/login/oauth/access_token`,
    scopes: ["read:user", "user:email"],
    getUserInfo: async ({ accessToken = "" }) => {
      const user = GitHubUser.parse(await read(`${api}/user`, accessToken));
      const emails = GitHubEmails.parse(await read(`${api}/user/emails`, accessToken));
      const email = emails.find(({ primary, verified }) => primary && verified)?.email;
      return profileOf(String(user.id), email, user.name ?? user.login);
    },
  } satisfies Partial<GenericOAuthConfig>;
}

function google() {
  const base = env().GOOGLE_API_BASE;
  return {
    authorizationUrl: `${base ?? "https://accounts.google.com"}/o/oauth2/v2/auth`,
    tokenUrl: `${base ?? "https://oauth2.googleapis.com"}/token`,
    scopes: ["openid", "email", "profile"],
    getUserInfo: async ({ accessToken = "" }) => {
      const from = `${base ?? "https://openidconnect.googleapis.com"}/v1/userinfo`;
      const user = GoogleUser.parse(await read(from, accessToken));
      return profileOf(user.sub, user.email_verified ? user.email : undefined, user.name);
    },
  } satisfies Partial<GenericOAuthConfig>;
}

/** An email that the provider has not verified counts for none: the library then refuses the sign-in. */
function profileOf(id: string, email: string | undefined, name: string | undefined): Profile {
  const address = Email.safeParse(email).data ?? null;
  return {
    id,
    email: address,
    emailVerified: address !== null,
    name: DisplayName.safeParse(name).data ?? nameFrom(address ?? ""),
  };
}

async function read(url: string, token: string): Promise<unknown> {
  const answer = await fetch(url, {
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "user-agent": "Skills Marketplace",
    },
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
  return answer.json();
}
