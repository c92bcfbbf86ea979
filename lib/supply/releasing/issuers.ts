import { env } from "@/lib/platform/core/env";

/** A run of a CI, as its token describes it. */
export type Run = {
  issuer: string;
  repository: string;
  repositoryId: string;
  ownerId: string;
  /** Path of the workflow's file. */
  workflow: string;
  ref: string;
  commit: string;
  environment: string | null;
  /** Whether a proposal of a change began it, which anyone can make. */
  isProposal: boolean;
  runUrl: string;
  repositoryUrl: string;
  commitUrl: string;
};
type Claims = Record<string, unknown>;
export type CiKind = "github" | "gitlab";

const GITHUB = "https://token.actions.githubusercontent.com";
const GITLAB = "https://gitlab.com";
const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** The path of a file in `repository/path@ref`; an empty text where it is another repository's. */
function pathIn(reference: string, repository: string): string {
  // Neither names of repositories nor paths that we take have an @; tags may.
  const at = reference.indexOf("@");
  const named = at < 0 ? reference : reference.slice(0, at);
  return named.startsWith(`${repository}/`) ? named.slice(repository.length + 1).replace(/^\/+/, "") : "";
}

/** How each kind of CI names what we ask for. */
const READERS: Record<CiKind, (claims: Claims, issuer: string) => Run> = {
  github: (claims, issuer) => {
    const server = issuer === GITHUB ? "https://github.com" : new URL(issuer).origin;
    const repository = text(claims.repository);
    const repositoryUrl = `${server}/${repository}`;
    return {
      issuer,
      repository,
      repositoryId: text(claims.repository_id),
      ownerId: text(claims.repository_owner_id),
      workflow: pathIn(text(claims.workflow_ref), repository),
      ref: text(claims.ref),
      commit: text(claims.sha),
      environment: text(claims.environment) || null,
      isProposal: !claims.event_name || text(claims.event_name).startsWith("pull_request"),
      runUrl: `${repositoryUrl}/actions/runs/${text(claims.run_id)}`,
      repositoryUrl,
      commitUrl: `${repositoryUrl}/commit/${text(claims.sha)}`,
    };
  },
  gitlab: (claims, issuer) => {
    const repository = text(claims.project_path);
    const repositoryUrl = `${issuer}/${repository}`;
    return {
      issuer,
      repository,
      repositoryId: text(claims.project_id),
      ownerId: text(claims.namespace_id),
      workflow: pathIn(text(claims.ci_config_ref_uri), `${new URL(issuer).host}/${repository}`),
      ref: text(claims.ref_path),
      commit: text(claims.sha),
      environment: text(claims.environment) || null,
      isProposal: !claims.pipeline_source || /^(?:external_)?(?:merge|pull)_request/.test(text(claims.pipeline_source)),
      runUrl: `${repositoryUrl}/-/pipelines/${text(claims.pipeline_id)}`,
      repositoryUrl,
      commitUrl: `${repositoryUrl}/-/commit/${text(claims.sha)}`,
    };
  },
};

/** The kind of a CI whose tokens are taken, by its issuer; undefined for any other. */
export function kindOf(issuer: string): CiKind | undefined {
  if (issuer === GITHUB) return "github";
  if (issuer === GITLAB) return "gitlab";
  return env().OIDC_ISSUERS.find((known) => known.issuer === issuer)?.kind;
}

/** Issuers whose tokens are taken. */
export const issuers = (): string[] => [GITHUB, GITLAB, ...env().OIDC_ISSUERS.map(({ issuer }) => issuer)];

/** The run that a verified token of this kind describes. */
export const readRun = (kind: CiKind, claims: Claims, issuer: string): Run => READERS[kind](claims, issuer);

/** Whether a pattern of a ref allows one: `*` matches any text without a slash. */
export function allowsRef(pattern: string, ref: string): boolean {
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[.+]/g, "\\$&"))
    .join("[^/]*");
  return new RegExp(`^${source}$`).test(ref);
}
