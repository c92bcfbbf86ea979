import { MarketplaceError } from "../../sdk/src/index.js";

/** What the process ends with, so that scripts can tell failures apart. */
export const EXIT = {
  failed: 1,
  usage: 2,
  signIn: 3,
  notFound: 4,
  payment: 5,
  limited: 6,
  skill: 7,
} as const;

/** A failure whose message is all that is printed. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A command that was written wrong. */
export const usageError = (message: string) => new CliError(message, EXIT.usage);

/** The exit code of a failure. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (!(error instanceof MarketplaceError)) return EXIT.failed;
  if (error.status === 401) return EXIT.signIn;
  if (error.status === 402 || error.code === "price_changed") return EXIT.payment;
  if (error.status === 404) return EXIT.notFound;
  if (error.status === 429) return EXIT.limited;
  if (error.code === "upstream_failed" || error.code === "upstream_timeout") return EXIT.skill;
  return error.status === 400 ? EXIT.usage : EXIT.failed;
}

/** A failure in lines for people. */
export function textOf(error: unknown): string {
  if (!(error instanceof MarketplaceError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 401) return "You are not signed in, or the key is no longer valid. Run `skm login`.";
  const lines = [error.message];
  const issues = (error.details as { issues?: { param: string; message: string }[] }).issues ?? [];
  if (issues.length > 1) lines.push(...issues.map(({ param, message }) => `  ${param}: ${message}`));
  const findings = (error.details as { findings?: Finding[] }).findings ?? [];
  lines.push(...findings.map(findingText));
  const { topup_url: topupUrl } = error.details as { topup_url?: string };
  if (topupUrl) lines.push(`Top up: skm topup <amount>, or ${topupUrl}`);
  const { purchase_url: purchaseUrl } = error.details as { purchase_url?: string };
  const [, slug] = /\/skills\/([^/]+)\/purchase$/.exec(purchaseUrl ?? "") ?? [];
  if (slug) lines.push(`Buy it: skm buy ${slug}`);
  if (error.requestId && error.status >= 500) lines.push(`Request id: ${error.requestId}`);
  return lines.join("\n");
}

export type Finding = { severity: string; file: string | null; line: number | null; message: string };

/** One finding about a package in a line. */
export function findingText({ severity, file, line, message }: Finding): string {
  const place = file === null ? "" : ` ${file}${line === null ? "" : `:${line}`}`;
  return `${severity.toUpperCase()}${place}: ${message}`;
}
