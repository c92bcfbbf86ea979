import { z } from "zod";

/** What a request costs, as x402 (version 2) writes it. Amounts are in the asset's smallest unit. */
export type Requirements = {
  scheme: "exact";
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string };
};

/** What a client sends to pay. Its `payload` is the payer's signed transfer, which the facilitator understands. */
export const PaymentPayload = z.looseObject({
  x402Version: z.literal(2),
  accepted: z.looseObject({
    scheme: z.string(),
    network: z.string(),
    amount: z.string(),
    asset: z.string(),
    payTo: z.string(),
  }),
  payload: z.record(z.string(), z.unknown()),
});
export type PaymentPayload = z.output<typeof PaymentPayload>;

export const VerifyAnswer = z.object({ isValid: z.boolean(), invalidReason: z.string().optional() });
export const SettleAnswer = z.object({
  success: z.boolean(),
  errorReason: z.string().optional(),
  transaction: z.string().default(""),
  network: z.string().optional(),
});
