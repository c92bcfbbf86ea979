/** Limits of webhooks, as code keeps and the guide states them. */
export const WEBHOOK_LIMITS = {
  endpoints: 10,
  answerSeconds: 15,
  /** Concurrent deliveries of an account and of an endpoint. */
  atOnce: 8,
  atOnceOfEndpoint: 5,
  /** Days of failed deliveries after which an endpoint is disabled, and days for which the log is retained. */
  failingDays: 5,
  logDays: 30,
} as const;
