export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** A private skill's: its slug under its organization's handle. */
const PRIVATE_SLUG = new RegExp(`^@${SLUG.source.slice(1, -1)}/${SLUG.source.slice(1)}`);
/** Whether a text may be the slug of a private skill, `@{handle}/{slug}`. */
export const isPrivateSlug = (text: string) => PRIVATE_SLUG.test(text);

export type Limit = {
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  step?: number | "any";
  pattern?: string;
};

/** The limits of what people type, which schemas check and the fields of forms have. Amounts are credits or US dollars. */
export const LIMITS = {
  search: { maxLength: 200 },
  slug: { maxLength: 64, pattern: SLUG.source },
  email: { maxLength: 254 },
  password: { minLength: 8, maxLength: 128 },
  passkeyName: { maxLength: 60 },
  personName: { maxLength: 100 },
  handle: { minLength: 3, maxLength: 64, pattern: SLUG.source },
  publisherBio: { maxLength: 1_000 },
  keyName: { maxLength: 100 },
  listName: { maxLength: 60 },
  billingLine: { maxLength: 120 },
  webhookDescription: { maxLength: 200 },
  skillName: { maxLength: 100 },
  skillDescription: { maxLength: 1_024 },
  sampleQuery: { maxLength: 100 },
  endpoint: { maxLength: 2_048 },
  promotionCode: { minLength: 3, maxLength: 32 },
  promotionPercent: { min: 1, max: 100, step: 1 },
  promotionUses: { min: 1, max: 1_000_000, step: 1 },
  /** A review, or the reply to one. */
  review: { maxLength: 2_000 },
  report: { maxLength: 2_000 },
  /** The evidence of a claim of a name, and an appeal. */
  claimEvidence: { minLength: 20, maxLength: 2_000 },
  /** Of a decision, a refund or a suspension. */
  reason: { maxLength: 1_000 },
  advisorySummary: { maxLength: 200 },
  advisoryText: { maxLength: 4_000 },
  versionNumber: { min: 1, max: 1_000_000_000, step: 1 },
  requestTitle: { minLength: 3, maxLength: 80 },
  requestText: { maxLength: 500 },
  /** A note of a submission, or a comment on one. */
  comment: { maxLength: 1_000 },
  fileLine: { min: 1, max: 10_000_000, step: 1 },
  categoryTitle: { maxLength: 60 },
  categoryDescription: { maxLength: 200 },
  collectionTitle: { maxLength: 80 },
  collectionDescription: { maxLength: 500 },
  collectionPosition: { min: 0, max: 1_000, step: 1 },
  mailSubject: { maxLength: 150 },
  mailBody: { maxLength: 4_000 },
  approvalReason: { maxLength: 500 },
  credits: { min: 0, max: 10_000, step: 0.000001 },
  topUp: { min: 5, max: 10_000, step: 0.01 },
  monthlyTopUp: { min: 5, max: 100_000, step: 0.01 },
  monthlyCalls: { min: 1, max: 100_000_000, step: 1 },
  percent: { min: 0, max: 100, step: 0.01 },
} as const satisfies Record<string, Limit>;

export const MAX_PACKAGE_BYTES = 50 * 1024 * 1024;

/** Largest upload of an image, and most screenshots of a skill. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
export const MAX_SCREENSHOTS = 5;

/** Most requests that a skill names as those it is made for. */
export const MAX_SAMPLE_QUERIES = 10;

/** A size in MB, rounded up to a tenth, so that a size above a limit never reads like the limit: `50.1 MB`. */
export function megabytes(sizeBytes: number): string {
  return `${Math.ceil((sizeBytes / 1024 ** 2) * 10) / 10} MB`;
}

/** What a connected program may do when nothing is changed on the consent page; amounts are credits. */
export const CONSENT_DEFAULTS = { creditLimit: 1, interval: "day", askAbove: 0.25, days: 90 } as const;

/** Failures in a row after which an account's calls of an endpoint are refused for a pause, in seconds. */
export const CIRCUIT_FAILURES = 10;
export const CIRCUIT_OPEN_SECONDS = 3;
