import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { pageOf } from "@/lib/platform/core/page";

export const AttentionList = pageOf(
  z.object({
    kind: z.enum(["suspended", "failing", "rejected", "incomplete", "unanswered"]).meta({
      id: "AttentionKind",
      description:
        "An administrator took it off the marketplace; its endpoint fails; its newest revision was rejected; its draft lacks something; reviews wait for an answer.",
      example: "failing",
    }),
    skill: z.object({ id: Id, slug: z.string().meta({ example: "text-statistics" }), name: z.string() }),
    message: z.string().meta({ example: "The last 10 calls failed: upstream_timeout." }),
    since: Time,
  }),
).meta({ id: "AttentionList" });
