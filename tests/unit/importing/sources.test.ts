import { describe, expect, test } from "vitest";
import { suggestCategory } from "@/lib/supply/importing/category";
import { archiveAddresses } from "@/lib/supply/importing/git";
import { fitted, standaloneSchema } from "@/lib/supply/importing/openapi-schema";
import { checkSchema } from "@/lib/supply/skills/parameters";
import { CATEGORY_SLUGS } from "@/prisma/seed/skills";

describe("archives of repositories", () => {
  test("each host is asked where it offers them", () => {
    expect(archiveAddresses("https://github.com/ada/skills.git", "v1.0/beta")).toEqual([
      "https://github.com/ada/skills/archive/v1.0/beta.zip",
    ]);
    expect(archiveAddresses("https://gitlab.com/group/sub/skills/", "v1")).toEqual([
      "https://gitlab.com/group/sub/skills/-/archive/v1/skills-v1.zip",
    ]);
    expect(archiveAddresses("https://bitbucket.org/ada/skills", "v1")).toEqual([
      "https://bitbucket.org/ada/skills/get/v1.zip",
    ]);
    expect(archiveAddresses("https://git.example.com/ada/skills", "v1")).toHaveLength(2);
  });

  test("an address that names no repository is refused", () => {
    for (const url of ["https://github.com/ada", "https://github.com/a/b?x=1", "https://u:p@github.com/a/b"])
      expect(() => archiveAddresses(url, "v1")).toThrow("must name a repository");
  });
});

describe("schemas of OpenAPI documents", () => {
  const document = {
    components: {
      schemas: { Tree: { type: "object", properties: { child: { $ref: "#/components/schemas/Tree" } } } },
    },
  };

  test("a schema that refers to itself accepts anything there, and a note says so", () => {
    const notes = new Set<string>();
    expect(standaloneSchema(document, { $ref: "#/components/schemas/Tree" }, notes)).toEqual({
      type: "object",
      properties: { child: {} },
    });
    expect([...notes]).toHaveLength(1);
  });

  test("keywords of OpenAPI 3.0 are those of JSON Schema, and names of properties are left alone", () => {
    const schema = {
      type: "object",
      properties: {
        nullable: {
          type: "integer",
          nullable: true,
          minimum: 0,
          exclusiveMinimum: true,
          "x-order": 1,
          example: 3,
        },
      },
    };
    expect(standaloneSchema({}, schema, new Set())).toEqual({
      type: "object",
      properties: { nullable: { type: ["integer", "null"], exclusiveMinimum: 0, examples: [3] } },
    });
  });

  test("a list whose items must differ is one that we can compare, or the API's own to judge", () => {
    const list = { type: "array", items: { type: "string" }, uniqueItems: true };
    const properties = { endless: list, short: { ...list, maxItems: 10 } };
    const taken = standaloneSchema({}, { type: "object", properties }, new Set());
    const { uniqueItems: _, ...endless } = list;
    expect(taken).toEqual({ type: "object", properties: { endless, short: { ...list, maxItems: 10 } } });
    expect(checkSchema(taken)).toEqual([]);
  });

  test("a schema that is too large keeps what it demands, and loses words from the inside out", () => {
    const words = (length: number) => "Says much. ".repeat(length);
    const schemaOf = (inner: number, outer: number) => {
      const field = { type: "string", minLength: 1, description: words(inner) };
      return {
        type: "object",
        properties: {
          a: { $ref: "#/$defs/Part" },
          b: { type: "object", description: words(outer), properties: { title: field } },
        },
        $defs: { Part: { type: "object", description: words(inner), properties: { description: field } } },
      };
    };
    const bare = { type: "string", minLength: 1 };
    const cut = (description: object) => ({
      type: "object",
      properties: { a: { $ref: "#/$defs/Part" }, b: { type: "object", ...description, properties: { title: bare } } },
      $defs: { Part: { type: "object", properties: { description: bare } } },
    });
    expect(fitted(schemaOf(10, 10))).toEqual(schemaOf(10, 10));
    expect(fitted(schemaOf(2_000, 10))).toEqual(cut({ description: words(10) }));
    expect(fitted(schemaOf(10, 4_000))).toEqual(cut({}));
  });
});

test("the category that most words speak for is suggested", () => {
  expect(suggestCategory("Translates texts between languages", CATEGORY_SLUGS)).toBe("language");
  expect(suggestCategory("Edits PDF and docx documents, slides and presentations", CATEGORY_SLUGS)).toBe(
    "productivity",
  );
  expect(suggestCategory("", CATEGORY_SLUGS)).toBe("developer-tools");
  expect(suggestCategory("Finds recipes", ["finance", "recipes"])).toBe("recipes");
  expect(suggestCategory("", ["finance", "recipes"])).toBe("finance");
});
