import { ROUTES } from "@/app/v1/routes";
import { jsonResponse } from "@/lib/http/answer";
import { endpoint } from "@/lib/http/endpoint";
import { openApiDocument } from "@/lib/http/openapi";

let text: string | undefined;

export const GET = endpoint(
  {
    access: "public",
    tag: "Service",
    summary: "This description of the API",
    stream: { type: "application/json", description: "An OpenAPI 3.1 document." },
  },
  () => {
    text ??= JSON.stringify(openApiDocument(ROUTES));
    return jsonResponse(200, text, {
      "Cache-Control": "public, max-age=60",
      "Access-Control-Allow-Origin": "*",
    });
  },
);
