import { ROUTES } from "@/app/v1/generated/routes";
import { openApiDocument } from "@/lib/interfaces/http/openapi";

/** The OpenAPI document as JSON text, for generators. */
export const text = () => JSON.stringify(openApiDocument(ROUTES));
