import { describe, expect, test } from "vitest";
import { SECTIONS } from "@/lib/operator/exports/sections";
import { pool, prisma } from "@/lib/platform/core/db";
import { ImageId } from "@/lib/platform/core/fields";
import { CHANGES, CONTENT_COLUMNS, CONTENT_NAMES, pick } from "@/lib/supply/skills/content-fields";
import { CONTENT_FIELDS, type Content } from "@/lib/supply/skills/content-schemas";
import { call } from "@/tests/support/api";
import { administrator, approve, draftSkill, liveSkill, person, skillFields } from "@/tests/support/people";

/** Columns of a revision that identify it or record its review. Every other one holds content. */
const BOOKKEEPING = [
  "id",
  "skill_id",
  "number",
  "status",
  "rejection_reason",
  "submitted_at",
  "reviewed_at",
  "reviewed_by",
  "created_at",
  "risk",
  "judged_at",
  "rule_counts",
];
/** Values that differ from those of `skillFields`, where the example of the schema does not. */
const OTHERS: Record<string, unknown> = {
  name: "Word counter",
  category: "data",
  execution_type: "both",
  endpoint_type: "mcp",
  response_mode: "strict",
  examples: [{ input: { text: "Hello" } }],
};

type Column = { name: string; type: string };

async function columnsOfTable(table: string): Promise<Column[]> {
  const { rows } = await pool().query<Column>(
    "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = $1",
    [table],
  );
  return rows;
}

/** A value of a field's schema that no test skill has: a changed copy of the schema's example. */
function anotherValue(name: (typeof CONTENT_NAMES)[number]): unknown {
  const example = OTHERS[name] ?? CONTENT_FIELDS[name].meta()?.example ?? exampleInside(CONTENT_FIELDS[name]);
  return typeof example === "object" && !Array.isArray(example) ? { ...example, title: "Changed" } : example;
}

function exampleInside(schema: unknown): unknown {
  const inner = (schema as { unwrap?: () => { meta: () => { example?: unknown } | undefined } }).unwrap?.();
  return inner && (inner.meta()?.example ?? exampleInside(inner));
}

/** The image of the examples, as if the developer had uploaded it. */
const haveImage = (ownerId: string) =>
  prisma().skillImage.create({
    data: { ownerId, sha256: String(ImageId.meta()?.example), width: 256, height: 256, sizeBytes: 1 },
  });

const inText = (value: unknown) => JSON.stringify(value);

describe("the list of content fields", () => {
  test("names every column of a revision that a reviewer judges, and a listing has the same columns of the same types", async () => {
    const revision = (await columnsOfTable("skill_revision")).filter(({ name }) => !BOOKKEEPING.includes(name));
    const listing = await columnsOfTable("listing");
    expect(revision.map(({ name }) => name).toSorted()).toEqual([...CONTENT_COLUMNS].toSorted());
    const byName = (a: Column, b: Column) => a.name.localeCompare(b.name);
    expect(listing.filter(({ name }) => revision.some((column) => column.name === name)).toSorted(byName)).toEqual(
      revision.toSorted(byName),
    );
  });

  test.each(CONTENT_COLUMNS)("%s of a submitted revision cannot change, whoever writes", async (column) => {
    const [skill, draft] = [await liveSkill(await person()), await draftSkill(await person())];
    const { rows } = await pool().query<{ type: string }>(
      "SELECT data_type AS type FROM information_schema.columns WHERE table_name = 'skill_revision' AND column_name = $1",
      [column],
    );
    // A category has to be there.
    const other =
      column === "category" ? "'data'" : ({ json: "'{}'", uuid: "uuidv7()" }[rows[0]?.type ?? ""] ?? "'both'");
    const change = (id: string) =>
      pool().query(`UPDATE skill_revision SET ${column} = ${other} WHERE skill_id = $1`, [id]);
    await expect(change(skill.id)).rejects.toThrow(/submitted revision cannot change/);
    if (column !== "package_id") expect((await change(draft.id)).rowCount).toBe(1);
  });

  test("the order of a submitted schema's parameters cannot change either", async () => {
    const skill = await liveSkill(await person(), { api_schema: { type: "object", title: "Text" } });
    await expect(
      pool().query(`UPDATE skill_revision SET api_schema = '{"title":"Text","type":"object"}' WHERE skill_id = $1`, [
        skill.id,
      ]),
    ).rejects.toThrow(/submitted revision cannot change/);
  });
});

describe("a change of a content field", () => {
  test.each(CONTENT_NAMES)(
    "%s is stored, sent to review, compared, published, reported as a change, and exported",
    async (name) => {
      const [owner, admin] = [await person(), await administrator()];
      const skill = await liveSkill(owner);
      const value = anotherValue(name);
      expect(value, `the schema of ${name} has an example`).toBeDefined();
      expect(inText(value)).not.toBe(inText(skillFields()[name]));
      const path = `/v1/developer/skills/${skill.id}`;
      await haveImage(owner.id);
      // A new kind needs a package before it may be submitted, and a server its tools, which the draft is judged without here.
      const submit = name === "execution_type" || name === "endpoint_type" ? false : undefined;
      const changed = await call("PATCH", path, { key: owner.key, body: { [name]: value, submit } });
      expect(changed.body).toMatchObject({
        [name]: value,
        revision: 2,
        status: submit === false ? "draft" : "pending",
      });
      const review = await call("GET", `/v1/admin/skills/${skill.id}`, { key: admin.key });
      expect(inText(review.body[name])).toBe(inText(value));
      const before = review.body.approved_revision as Record<string, unknown>;
      expect(before).toHaveProperty(name);
      expect(inText(before[name])).not.toBe(inText(value));
      const exported = await pool().query<{ row: Record<string, unknown> }>(SECTIONS.skills, [owner.id]);
      expect(exported.rows.map(({ row }) => inText(row[name]))).toContain(inText(value));
      if (submit === false) return;
      await approve(skill.id);
      const copies = await pool().query<{ revision: Content; listing: Content }>(
        "SELECT to_json(r) AS revision, to_json(l) AS listing FROM listing l JOIN skill_revision r ON r.id = l.revision_id WHERE l.skill_id = $1",
        [skill.id],
      );
      expect(copies.rows).toHaveLength(1);
      for (const { revision, listing } of copies.rows) {
        expect(inText(revision[name])).toBe(inText(value));
        expect(pick(listing, CONTENT_COLUMNS)).toEqual(pick(revision, CONTENT_COLUMNS));
      }
      const versions = await call("GET", `/v1/skills/${skill.slug}/versions`, { key: owner.key });
      expect(versions.body.data[0]).toMatchObject({ changed: [CHANGES[CONTENT_NAMES.indexOf(name)]] });
    },
  );
});
