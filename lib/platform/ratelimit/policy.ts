/** A token bucket: `perSecond` refills, up to `burst` at a time. */
export type BucketPolicy = { perSecond: number; burst: number };
/** A fixed window counted in PostgreSQL, so that a lost cache opens nothing. */
export type WindowPolicy = { most: number; windowSeconds: number };

/** Every rate limit of the API. `RATE_LIMIT_SCALE` multiplies them all. */
export const BUCKETS = {
  /** All keys and programs of an account together; its browser sessions have one of their own. */
  account: { perSecond: 100, burst: 200 },
  address: { perSecond: 50, burst: 100 },
  /** Pages that are rendered for one request: some ten times the work of a request to the API. */
  page: { perSecond: 25, burst: 300 },
  /** In milliseconds of processor time, of each process: rendering pages for one address, or one signed-in person. */
  render: { perSecond: 50, burst: 500 },
  /** The same of visitors from one network (/24, /48) together, and of all visitors together. */
  renderOfNetwork: { perSecond: 200, burst: 2000 },
  renderOfVisitors: { perSecond: 600, burst: 6000 },
  spend: { perSecond: 10, burst: 10 },
  probe: { perSecond: 0.5, burst: 10 },
  /** Each asks the payment processor, which limits all calls of the marketplace together. */
  payoutRefresh: { perSecond: 0.5, burst: 10 },
  newKey: { perSecond: 20 / 3600, burst: 20 },
  upload: { perSecond: 60 / 3600, burst: 30 },
  /**
   * In milliseconds of processor time, of each process: reading, checking and writing what an account sends and is sent. Bytes count
   * before they are parsed.
   */
  checking: { perSecond: 50, burst: 200 },
  /** The same of the thread that reads YAML, so that importing a large document doesn't hold up what its seller does next. */
  readingYaml: { perSecond: 50, burst: 200 },
  /** Changes that leave permanent rows: edits of submitted skills, deletions and new names. */
  revise: { perSecond: 120 / 3600, burst: 200 },
  /** Announced price rises of a skill: each notifies everyone who used it recently. */
  announce: { perSecond: 5 / 86_400, burst: 5 },
  /** Yanks and advisories of an account: each notifies everyone who has the skill. */
  advise: { perSecond: 20 / 86_400, burst: 20 },
  /** New advisories of a skill by its seller. */
  adviseSkill: { perSecond: 3 / 86_400, burst: 3 },
  /** In KiB per process: responses stored for retries of an account's requests, some 22 GB a day. */
  keeping: { perSecond: 256, burst: 256 * 1024 },
  export: { perSecond: 0.2, burst: 10 },
  /** Reports, and requests and offers of skills: other people read each of them. */
  report: { perSecond: 10 / 3600, burst: 10 },
} as const satisfies Record<string, BucketPolicy>;

/** Limits of attempts, counted in PostgreSQL: they must survive a lost cache. */
export const WINDOWS = {
  register: { most: 10, windowSeconds: 3600 },
  registerClient: { most: 20, windowSeconds: 3600 },
  signIn: { most: 10, windowSeconds: 900 },
  /** Attempts on one account from browsers that have never signed in to it, wherever they are. */
  signInNewBrowser: { most: 100, windowSeconds: 900 },
  /** By an organization's provider, where there is nothing to guess: a whole office may share an address. */
  companySignIn: { most: 200, windowSeconds: 900 },
  /** Accounts that one organization's sign-in creates, those of members whom it has removed since included. */
  companyAccount: { most: 500, windowSeconds: 24 * 3600 },
  secondStep: { most: 10, windowSeconds: 900 },
  /** A code has six digits: few guesses an hour, from however many addresses. */
  secondStepNewBrowser: { most: 20, windowSeconds: 3600 },
  /** Codes entered in all browsers together in which the owner has signed in before. */
  secondStepKnown: { most: 60, windowSeconds: 24 * 3600 },
  password: { most: 10, windowSeconds: 900 },
  resetPassword: { most: 10, windowSeconds: 3600 },
  link: { most: 5, windowSeconds: 3600 },
  accountExport: { most: 10, windowSeconds: 3600 },
} as const satisfies Record<string, WindowPolicy>;

/** The networks of one IPv6 site have as many attempts together as this many networks: many people may share one. */
export const NETWORKS_A_SITE = 20;

export type BucketName = keyof typeof BUCKETS;
export type WindowName = keyof typeof WINDOWS;
