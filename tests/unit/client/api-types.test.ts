import type { ComponentProps } from "react";
import { describe, expectTypeOf, test } from "vitest";
// The routes declare the types of the API.
import type {} from "@/app/v1/generated/routes";
import type { AreaField, NumberField, TextField } from "@/components/ui/field";
import { type BodyOf, callApi, type ResultOf } from "@/lib/interfaces/client/api";
import type { LIMITS } from "@/lib/platform/core/limits";

describe("a call of our own API is typed by the route's schemas", () => {
  test("an unknown path, parameter or field does not compile", () => {
    // Never run: the compiler is the test.
    const calls = () => [
      // @ts-expect-error: no such path
      callApi("GET /v1/nothing"),
      // @ts-expect-error: no such method of the path
      callApi("DELETE /v1/keys"),
      // @ts-expect-error: the parameter is missing
      callApi("DELETE /v1/keys/{id}"),
      // @ts-expect-error: the parameter is called id
      callApi("DELETE /v1/keys/{id}", { params: { key: "1" } }),
      // @ts-expect-error: the field is called active
      callApi("PATCH /v1/keys/{id}", { params: { id: "1" }, body: { isActive: true } }),
      // @ts-expect-error: a query that the route does not have
      callApi("GET /v1/keys", { query: { limit: 1 } }),
    ];
    expectTypeOf(calls).toBeFunction();
  });

  test("bodies and results are those of the schemas", () => {
    expectTypeOf<ResultOf<"POST /v1/keys">["api_key"]>().toEqualTypeOf<string>();
    expectTypeOf<BodyOf<"PUT /v1/skills/{slug}/reviews">>().toEqualTypeOf<{
      rating: number;
      text?: string | undefined;
    }>();
    // @ts-expect-error: results have no such field
    expectTypeOf<ResultOf<"GET /v1/balance">["balanse"]>().toBeNever();
  });
});

describe("a field of a form", () => {
  test("takes its limits from the schemas' list, by name, and states none itself", () => {
    expectTypeOf<ComponentProps<typeof TextField>>().not.toHaveProperty("maxLength");
    expectTypeOf<ComponentProps<typeof NumberField>>().not.toHaveProperty("max");
    expectTypeOf<ComponentProps<typeof AreaField>["limit"]>().extract<string>().toEqualTypeOf<keyof typeof LIMITS>();
  });
});
