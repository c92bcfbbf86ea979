import { z } from "zod";
import { Id } from "@/lib/platform/core/fields";

export const AssignmentInput = z
  .strictObject({
    mine: z.boolean().meta({ description: "Whether the caller reviews it; false gives it back.", example: true }),
  })
  .meta({ id: "AssignmentInput" });
export type AssignmentInput = z.output<typeof AssignmentInput>;

export const Assignee = z
  .object({ assignee: z.object({ id: Id, name: z.string() }).nullable() })
  .meta({ id: "Assignee" });
export type Assignee = z.input<typeof Assignee>;
