/**
 * The error codes that are a skill's own failures. Others are the caller's, such as parameters that the endpoint refuses, or ours.
 * `rollup_analytics.sql` names the same.
 */
export const SKILL_FAILURES = ["upstream_failed", "upstream_timeout", "response_invalid"] as const;

export const SKILL_FAILURES_SQL = SKILL_FAILURES.map((code) => `'${code}'`).join(", ");
