import { SlugParams } from "@/lib/core/fields";
import { jsonAnswer } from "@/lib/http/answer";
import { endpoint } from "@/lib/http/endpoint";
import { skillDocument } from "@/lib/http/skill-openapi";
import * as detail from "@/lib/purchases/skill-detail";

export const GET = endpoint(
  {
    operationId: "getSkillDescription",
    access: "catalog",
    tag: "Marketplace",
    summary: "Get the OpenAPI document of a single skill, with its parameters",
    params: SlugParams,
    stream: { type: "application/json", description: "An OpenAPI 3.1 document." },
    errors: ["not_found"],
  },
  async ({ caller, params }) =>
    jsonAnswer(200, JSON.stringify(skillDocument(await detail.read(caller, params.slug)))),
);
