import type { z } from "zod";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { type PaymentPayload, type Requirements, SettleAnswer, VerifyAnswer } from "@/lib/guests/schemas";

const TIMEOUT_MS = 20_000;

type Payment = { paymentPayload: PaymentPayload; paymentRequirements: Requirements };

/** Asks the facilitator whether a payment is good; nothing is moved. Throws processor_failed and processor_timeout. */
export const verify = (payment: Payment) => ask("verify", payment, VerifyAnswer);

/** Lets the facilitator move the money. After processor_timeout it may have moved. Throws processor_failed, too. */
export const settle = (payment: Payment) => ask("settle", payment, SettleAnswer);

async function ask<S extends z.ZodType>(path: string, payment: Payment, schema: S): Promise<z.output<S>> {
  try {
    const answer = await fetch(`${env().X402_FACILITATOR_URL?.replace(/\/$/, "")}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ x402Version: 2, ...payment }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "error",
    });
    return schema.parse(await answer.json());
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === "TimeoutError";
    throw new AppError(
      isLate ? "processor_timeout" : "processor_failed",
      "The payment service did not answer. Send the same request again, with the same payment.",
      { cause },
    );
  }
}
