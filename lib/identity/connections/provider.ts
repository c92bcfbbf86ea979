import { AsyncLocalStorage } from "node:async_hooks";
import { oauthProvider } from "@better-auth/oauth-provider";
import { betterAuth } from "better-auth";
import { sharedOptions } from "@/lib/identity/accounts/auth";
import { REFRESH_SCOPE } from "@/lib/identity/connections/registration";
import { resources } from "@/lib/identity/connections/resources";
import { GRANTABLE } from "@/lib/identity/connections/schemas";
import { env } from "@/lib/platform/core/env";

export const TOKEN_PREFIX = "sko_";

const ACCESS_SECONDS = 60 * 60;
const REFRESH_SECONDS = 30 * 24 * 60 * 60;
/** A program whose answer was lost may ask again with the same refresh token for this long. */
const REFRESH_RETRY_SECONDS = 30;
const CODE_SECONDS = 5 * 60;
/** Where a program's request goes whose person has to consent; the page that does that. */
export const CONSENT_PAGE = "/connect";

/** The id of the key that the consent of this request makes; tokens refer to it. */
export const grantedKey = new AsyncLocalStorage<string>();

function create() {
  const { api, mcp } = resources();
  const scopes = [...GRANTABLE, REFRESH_SCOPE];
  const { session, ...shared } = sharedOptions();
  return betterAuth({
    ...shared,
    basePath: "/",
    session: { ...session, disableSessionRefresh: true },
    onAPIError: { errorURL: `${env().PUBLIC_URL}${CONSENT_PAGE}` },
    plugins: [
      oauthProvider({
        scopes,
        grantTypes: ["authorization_code", "refresh_token"],
        resources: [
          { identifier: api, name: "API", allowedScopes: scopes },
          { identifier: mcp, name: "MCP server", allowedScopes: scopes },
        ],
        enforcePerClientResources: false,
        allowDynamicClientRegistration: true,
        allowUnauthenticatedClientRegistration: true,
        loginPage: "/sign-in",
        consentPage: CONSENT_PAGE,
        postLogin: { page: CONSENT_PAGE, shouldRedirect: () => false, consentReferenceId: requireGrantedKey },
        // A token that PostgreSQL knows ends immediately with its key; a signed one would work until it expires.
        disableJwtPlugin: true,
        accessTokenExpiresIn: ACCESS_SECONDS,
        refreshTokenExpiresIn: REFRESH_SECONDS,
        refreshTokenReuseInterval: REFRESH_RETRY_SECONDS,
        codeExpiresIn: CODE_SECONDS,
        prefix: { opaqueAccessToken: TOKEN_PREFIX, refreshToken: "skr_", clientSecret: "skc_" },
      }),
    ],
  });
}

/** Without a consent of ours there is no code: each consent makes its own key. */
function requireGrantedKey(): string {
  const keyId = grantedKey.getStore();
  if (!keyId) throw new Error("an authorization code was requested without consent");
  return keyId;
}

let instance: ReturnType<typeof create> | undefined;

/** The OAuth server of @better-auth/oauth-provider over our own tables and sessions. */
export function provider(): ReturnType<typeof create> {
  instance ??= create();
  return instance;
}
