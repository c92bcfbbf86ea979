import type { z } from "zod";
import * as execution from "@/lib/demand/execution/service";
import { buy } from "@/lib/demand/purchases/buying";
import * as plans from "@/lib/demand/purchases/plan-changes";
import type { PlanChangeResult } from "@/lib/demand/purchases/plan-schemas";
import { PurchaseResult } from "@/lib/demand/purchases/schemas";
import { requireKeyAllows } from "@/lib/identity/keys/guardrails";
import { errorResponse } from "@/lib/interfaces/http/answer";
import type {
  ChangePlanToolInput,
  ExecuteToolInput,
  PurchaseToolInput,
  ToolExecuted,
} from "@/lib/interfaces/mcp/schemas";
import type { Asking } from "@/lib/interfaces/mcp/tool";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError } from "@/lib/platform/core/errors";
import { type Claim, claim, complete, countStored, settleClaim } from "@/lib/platform/ratelimit/idempotency";

type ExecuteAsked = Omit<z.output<typeof ExecuteToolInput>, "max_price" | "tool"> & {
  max_price?: number | undefined;
  tool?: string | undefined;
};

/** Runs a skill under the agent's idempotency key, which is shared with `/v1`. */
export async function executeOnce(
  caller: Caller,
  asked: ExecuteAsked,
  { signal, onProgress }: Partial<Pick<Asking, "signal" | "onProgress">> = {},
): Promise<z.input<typeof ToolExecuted>> {
  const { slug, tool, parameters, max_price: maxPrice, idempotency_key: key } = asked;
  const named = asked.approval ? { ...caller, approval: asked.approval } : caller;
  requireKeyAllows(caller, slug);
  const query = maxPrice === undefined ? "" : `?max_price=${maxPrice}`;
  const path = tool === undefined ? `/v1/skills/${slug}/execute` : `/v1/skills/${slug}/tools/${tool}/execute`;
  return once(caller, key, ["POST", path, query, parameters], async (claimed) => {
    const asking = { claimed, maxPrice, tool, signal, onProgress, isLinked: true };
    const executed = await execution.execute(named, slug, parameters, asking);
    // Structured content is a value.
    return { ...executed, result: executed.result?.toJSON() };
  });
}

/** Buys a skill under the agent's idempotency key, as `/v1` would; the same one before and after an approval. */
export async function purchaseOnce(
  caller: Caller,
  { slug, idempotency_key: key, approval, ...body }: z.output<typeof PurchaseToolInput>,
): Promise<z.input<typeof PurchaseResult>> {
  requireKeyAllows(caller, slug);
  return once(caller, key, ["POST", `/v1/skills/${slug}/purchase`, "", body], async (claimed) => {
    const bought = await buy(caller, slug, { ...body, approval });
    if (claimed) await complete(claimed, { status: 200, body: JSON.stringify(PurchaseResult.parse(bought)) });
    return bought;
  });
}

/** Changes a plan under the agent's idempotency key, as `/v1` would. */
export async function changePlanOnce(
  caller: Caller,
  { purchase_id: id, idempotency_key: key, approval, ...body }: z.output<typeof ChangePlanToolInput>,
): Promise<z.input<typeof PlanChangeResult>> {
  return once(caller, key, ["POST", `/v1/purchases/${id}/plan`, "", body], (claimed) =>
    plans.change(caller, id, { ...body, approval }, claimed),
  );
}

/** Runs `work` once per key: a different request under it is refused, and the same one gets the same answer. */
async function once<T>(
  caller: Caller,
  key: string | undefined,
  request: unknown[],
  run: (claimed: Claim | null) => Promise<T>,
): Promise<T> {
  if (key === undefined) return run(null);
  const claimed = await claim(caller.accountId, key, request);
  if (!("token" in claimed)) return replay(claimed);
  try {
    return await run(claimed);
  } catch (error) {
    await settleClaim(claimed, errorResponse(error, ""));
    throw error;
  } finally {
    countStored(claimed);
  }
}

function replay<T>({ status, body }: { status: number; body: string }): T {
  const stored = JSON.parse(body);
  if (status === 200) return stored;
  const { code, message, param, details } = stored.error;
  throw new AppError(code, message, { ...(param && { param }), details });
}
