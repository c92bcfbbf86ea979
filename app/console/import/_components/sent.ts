import type { z } from "zod";
import type { BodyOf } from "@/lib/interfaces/client/api";
import type { ImportResult } from "@/lib/supply/importing/schemas";
import type { OwnedSkill } from "@/lib/supply/skills/schemas";

/** A source as it is sent: a ZIP, or where to read. */
export type Sent = { file: Blob } | { body: BodyOf<"POST /v1/developer/skills/import"> };
export type Looked = { sent: Sent; result: z.output<typeof ImportResult> };
export type TargetSkill = z.output<typeof OwnedSkill>;
