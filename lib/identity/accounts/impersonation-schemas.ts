import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";

export const ImpersonationStarted = z
  .object({ account_id: Id, ends_at: Time.meta({ description: "When it ends automatically." }) })
  .meta({ id: "ImpersonationStarted" });
export type ImpersonationStarted = z.input<typeof ImpersonationStarted>;

export const ImpersonationEnded = z
  .object({ account_id: Id.nullable().meta({ description: "Null if there was none." }) })
  .meta({ id: "ImpersonationEnded" });
export type ImpersonationEnded = z.input<typeof ImpersonationEnded>;
