import { ViewCounted, ViewInput } from "@/lib/demand/analytics/schemas";
import { countView } from "@/lib/demand/analytics/views";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const POST = endpoint(
  {
    operationId: "countView",
    access: "public",
    isOwnOriginOnly: true,
    tag: "Marketplace",
    summary: "Count a view of a skill's page",
    description: "For the marketplace's own pages. Nothing is stored of who sent it.",
    body: ViewInput,
    result: ViewCounted,
    errors: ["bad_origin"],
  },
  async ({ body: { skill, is_visit: isVisit }, request }) => ({
    counted: countView({ skill, isVisit }, request.headers.get("user-agent") ?? ""),
  }),
);
