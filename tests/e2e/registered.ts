import { product } from "@/tests/e2e/product";

/** The password of everybody whom `registered` registers. */
export const SIGN_IN_PASSWORD = "a long password";

export const newEmail = () => `account-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;

/** Registers somebody by the API, under a name if there is one. */
export async function registered(name?: string): Promise<{ email: string; key: string }> {
  const email = newEmail();
  const answer = await fetch(`${product.url}/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: SIGN_IN_PASSWORD, name }),
  });
  return { email, key: (await answer.json()).api_key };
}
