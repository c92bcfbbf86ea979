/** Whether Prisma refused a write because of a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "P2002";
}

/** Whether `pg` refused a statement with the given SQLSTATE. */
export function hasSqlState(error: unknown, state: string): boolean {
  return error instanceof Error && "code" in error && error.code === state;
}
