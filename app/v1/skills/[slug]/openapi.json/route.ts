import * as detail from "@/lib/demand/purchases/skill-detail";
import { jsonAnswer } from "@/lib/interfaces/http/answer";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { skillDocument } from "@/lib/interfaces/http/skill-openapi";
import { SlugParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "getSkillDescription",
    access: "catalog",
    tag: "Marketplace",
    summary: "Get the OpenAPI document of a single skill, with its parameters",
    params: SlugParams,
    stream: { type: "application/json", description: "An OpenAPI 3.1 document." },
  },
  async ({ caller, params }) => jsonAnswer(200, JSON.stringify(skillDocument(await detail.read(caller, params.slug)))),
);
