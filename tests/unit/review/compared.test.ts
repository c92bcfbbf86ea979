import { expect, test } from "vitest";
import { changedFields, type RevisionContent } from "@/components/review/compared";
import { CONTENT, CONTENT_NAMES } from "@/lib/supply/skills/content-fields";
import { everyField } from "@/tests/support/content";

const live: RevisionContent = {
  ...everyField(null),
  name: "Counter",
  description: "Counts.",
  category: "writing",
  readme: "# Counter\n\nIt counts.",
  execution_type: "api",
  endpoint_type: "http",
  package_preview: "skill_md",
  response_mode: "flag",
  api_endpoint: "https://api.example.com/count",
  api_schema: { type: "object" },
  package: null,
};

test("only fields that differ are compared, in the order in which people judge them", () => {
  const edited = {
    ...live,
    readme: null,
    name: "Word counter",
    api_schema: { type: "object", required: ["text"] },
  };
  expect(changedFields(live, edited).map(({ name }) => name)).toEqual(["Name", "Schema", "Readme"]);
  expect(changedFields(live, edited).at(-1)).toEqual({ name: "Readme", before: live.readme, after: null });
  expect(changedFields(live, { ...live })).toEqual([]);
});

test("a first revision shows all that it says, but no choice about what it does not have", () => {
  expect(changedFields(null, live).map(({ name }) => name)).toEqual([
    "Name",
    "Description",
    "Category",
    "Kind",
    "Endpoint",
    "Schema",
    "Readme",
  ]);
  const full = {
    ...live,
    package: { version: "1.0.0", sha256: "a".repeat(64) },
    response_schema: { type: "object" },
  };
  expect(changedFields(null, full).map(({ name, after }) => [name, after])).toEqual(
    expect.arrayContaining([
      ["Package preview", "Start of SKILL.md"],
      ["Responses that break the schema", "Flagged in the log"],
    ]),
  );
});

test("every content field is compared", () => {
  for (const name of CONTENT_NAMES)
    expect([name, changedFields(live, { ...live, [name]: "Changed" })]).toEqual([
      name,
      [expect.objectContaining({ name: CONTENT[name].label, after: "Changed" })],
    ]);
});

test("a package is compared by its bytes", () => {
  const packaged = (sha256: string) => ({ ...live, package: { version: "1.0.0", sha256 } });
  expect(changedFields(packaged("a".repeat(64)), packaged("b".repeat(64)))).toHaveLength(1);
});
