import type { Metadata } from "next";
import { Reference } from "@/app/(reference)/docs/api/_components/reference";
import { scalarVersion } from "@/app/(reference)/docs/api/_components/scalar";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every path, field, answer and error of the API, from its OpenAPI document.",
  alternates: { canonical: "/docs/api", types: { "application/json": "/v1/openapi.json" } },
};

export default function ReferencePage() {
  return (
    <>
      <h1 className="sr-only">API reference</h1>
      <noscript>
        <p className="p-8">
          The reference needs JavaScript. The same description is at{" "}
          <a href="/v1/openapi.json">/v1/openapi.json</a>.
        </p>
      </noscript>
      <Reference source={`/docs/api/scalar.js?v=${scalarVersion()}`} />
    </>
  );
}
