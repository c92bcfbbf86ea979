import { z } from "zod";
import { ExecuteInput, ExecuteQuery } from "@/lib/demand/execution/schemas";

export const MAX_INPUTS = 1_000;

export const BatchInput = z
  .strictObject({
    inputs: z
      .array(ExecuteInput)
      .min(1)
      .max(MAX_INPUTS)
      .meta({ description: "The parameters of each call.", example: [{ text: "One" }, { text: "Two" }] }),
  })
  .meta({ id: "BatchInput" });
export type BatchInput = z.output<typeof BatchInput>;

export const BatchQuery = z.object({
  dry_run: ExecuteQuery.shape.dry_run.meta({
    description: "true validates and quotes all inputs without calling or charging anything.",
    example: "false",
  }),
  max_price: ExecuteQuery.shape.max_price.meta({
    description:
      "Maximum credits for the whole batch. If it would cost more, the request fails with 400 `price_changed`.",
    example: 5,
  }),
  version: ExecuteQuery.shape.version,
});
