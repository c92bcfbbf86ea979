import { describedApi } from "@/app/_lib/described-api";
import { jsonAnswer } from "@/lib/interfaces/http/answer";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { JsonBody } from "@/lib/interfaces/http/json-body";
import { marketplaceName } from "@/lib/platform/site/service";

let current: { name: string; document: JsonBody } | undefined;

export const GET = endpoint(
  {
    operationId: "getOpenApiDocument",
    access: "public",
    tag: "Service",
    summary: "This description of the API",
    stream: { type: "application/json", description: "An OpenAPI 3.1 document." },
  },
  async () => {
    const name = await marketplaceName();
    if (current?.name !== name) current = { name, document: new JsonBody(JSON.stringify(await describedApi(name))) };
    const { document } = current;
    return jsonAnswer(200, document, {
      "cache-control": "public, max-age=60",
      "access-control-allow-origin": "*",
      etag: document.etag,
    });
  },
);
