import type { Caller, Scope } from "@/lib/platform/core/caller";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";

/** The page on which a person changes what keys and programs may do; a key can't lift its own limits. */
export const manageUrl = () => `${env().PUBLIC_URL}/keys`;

/** Whether the caller's key is not limited to other skills. */
export const keyAllows = ({ key }: Pick<Caller, "key">, slug: string): boolean =>
  !key || key.skills.length === 0 || key.skills.includes(slug);

/** Checks that the caller's key is not limited to other skills. Throws key_scope. */
export function requireKeyAllows({ key }: Pick<Caller, "key">, slug: string): void {
  if (!key || keyAllows({ key }, slug)) return;
  throw new AppError(
    "key_scope",
    `This key may not use the skill ${slug}. Ask the user to add it to the key's skills at ${manageUrl()}, or use another key.`,
    {
      details: { skill: slug, skills: key.skills, manage_url: manageUrl() },
    },
  );
}

/** Checks what the caller's key may do. */
export function requireScope({ key }: Pick<Caller, "key">, needed: Scope): void {
  if (!key || key.scopes.includes(needed)) return;
  const remedy = `Use another key, or ask the user to add the scope at ${manageUrl()}.`;
  throw new AppError("key_scope", `This key may not ${needed}. ${remedy}`, {
    details: { required_scope: needed, scopes: key.scopes, manage_url: manageUrl() },
  });
}
