import type { Caller, Scope } from "@/lib/core/caller";
import { AppError } from "@/lib/core/errors";

/** Checks that the caller's key is not limited to other skills. Throws key_scope. */
export function requireKeyAllows({ key }: Pick<Caller, "key">, slug: string): void {
  if (!key || key.skills.length === 0 || key.skills.includes(slug)) return;
  throw new AppError(
    "key_scope",
    `This key may not use the skill ${slug}. Add it to the key's skills with PATCH /v1/keys/${key.id}, or use another key.`,
    {
      details: { skill: slug, skills: key.skills },
    },
  );
}

/** Checks what the caller's key may do. Throws key_scope. */
export function requireScope({ key }: Pick<Caller, "key">, needed: Scope): void {
  if (!key || key.scopes.includes(needed)) return;
  const remedy = `Use another key, or add the scope with PATCH /v1/keys/${key.id}.`;
  throw new AppError("key_scope", `This key may not ${needed}. ${remedy}`, {
    details: { required_scope: needed, scopes: key.scopes },
  });
}
