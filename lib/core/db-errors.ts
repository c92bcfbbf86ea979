/** Whether Prisma refused a write because of a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "P2002";
}

/** Whether PostgreSQL itself refused a statement, and thereby undid it; after a broken connection nobody knows. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof Error && "severity" in error && error.severity === "ERROR";
}
