/** A token bucket: `perSecond` refills, up to `burst` at once. */
export type BucketPolicy = { perSecond: number; burst: number };
/** A fixed window counted in PostgreSQL, so that a lost cache opens nothing. */
export type WindowPolicy = { most: number; windowSeconds: number };

/** Every rate limit of the API. `RATE_LIMIT_SCALE` multiplies them all. */
export const BUCKETS = {
  key: { perSecond: 100, burst: 200 },
  address: { perSecond: 50, burst: 100 },
  spend: { perSecond: 10, burst: 10 },
  probe: { perSecond: 0.5, burst: 10 },
  newKey: { perSecond: 20 / 3600, burst: 20 },
} as const satisfies Record<string, BucketPolicy>;

export const WINDOWS = {
  register: { most: 10, windowSeconds: 3600 },
  signIn: { most: 10, windowSeconds: 900 },
} as const satisfies Record<string, WindowPolicy>;

export type BucketName = keyof typeof BUCKETS;
export type WindowName = keyof typeof WINDOWS;
