import { ApiError } from "@/components/ui/api";

/** A skill as its form shows it. */
export type EditedSkill = {
  id: string;
  status: string;
  live: boolean;
  name: string;
  description: string;
  category: string;
  readme: string | null;
  execution_type: string;
  api_endpoint: string | null;
  api_schema: Record<string, unknown> | null;
  package: { version: string } | null;
  pricing_type: string;
  price: number | null;
  subscription_interval: string | null;
  price_per_call: number | null;
  free_calls: number;
};

/** The body that a form stands for. Throws ApiError, as the API would, for a schema that is not JSON. */
export function fieldsOf(form: FormData, isChange: boolean): Record<string, unknown> {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const orNull = (name: string) => text(name) || null;
  const amount = (name: string) => (text(name) === "" ? null : Number(text(name)));
  const isUsage = text("pricing_type") === "usage";
  const isDownload = text("execution_type") === "download";
  return {
    ...(!isChange && { slug: text("slug") }),
    name: text("name"),
    description: text("description"),
    category: text("category"),
    readme: orNull("readme"),
    execution_type: text("execution_type"),
    api_endpoint: isDownload ? null : orNull("api_endpoint"),
    api_schema: isDownload ? null : parseSchema(text("api_schema")),
    pricing_type: text("pricing_type"),
    ...(isUsage
      ? { price_per_call: amount("price_per_call"), free_calls: amount("free_calls") ?? 0 }
      : { price: amount("price"), subscription_interval: text("subscription_interval") }),
  };
}

function parseSchema(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `is not JSON: ${error instanceof Error ? error.message : ""}`;
    throw new ApiError(400, {
      code: "invalid_request",
      message: `api_schema: ${message}`,
      param: "api_schema",
      details: { issues: [{ param: "api_schema", message }] },
      request_id: "",
    });
  }
}
