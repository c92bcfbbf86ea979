import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { describe, expect, test } from "vitest";

const DATE_CHARS = 14;
const paths = globSync("prisma/migrations/*/migration.sql").toSorted();
const nameOf = (path: string) => basename(dirname(path));

const INDEX = "CREATE INDEX CONCURRENTLY, alone in its migration";
const ROWS = "change rows in a job, in batches";
const REWRITE = "add a column that may be null, fill it in a job, then read it";
const UNCHECKED = "add the constraint NOT VALID, and VALIDATE it alone in a later migration";
/** What keeps others from a table for as long as its rows are read or written, and what to do instead. */
const RULES: [RegExp, string][] = [
  // An index `ON ONLY` a partitioned table is built for future partitions alone and reads no rows.
  [/^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY|\S+ ON ONLY )/i, INDEX],
  [/^(?:UPDATE|DELETE FROM) /i, ROWS],
  [/ DEFAULT [^,]*\b(?:gen_random_uuid|uuidv\d|random|clock_timestamp|nextval)\(/i, REWRITE],
  [/ GENERATED | (?:BIG|SMALL)?SERIAL\b| ALTER COLUMN \S+ (?:SET DATA )?TYPE /i, REWRITE],
  [/ SET NOT NULL/i, UNCHECKED],
  [/ (?:CHECK \(|FOREIGN KEY|UNIQUE \(|PRIMARY KEY \(|EXCLUDE |REFERENCES )(?!.* NOT VALID(?:$|,))/i, UNCHECKED],
];
const TABLE = /^(?:ALTER TABLE(?: ONLY)?|UPDATE|DELETE FROM|CREATE (?:UNIQUE )?INDEX .*? ON) (?:IF EXISTS )?"?(\w+)/i;

/** What a migration does that would stop others for long on a table with many rows. */
function refusals(text: string): string[] {
  const statements = text
    .replace(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter(Boolean);
  const created = statements.map((statement) => /^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)/i.exec(statement)?.[1]);
  return statements.flatMap((statement) => {
    const table = TABLE.exec(statement)?.[1];
    if (!table || created.includes(table)) return [];
    const isAlone = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY| VALIDATE CONSTRAINT /i.test(statement);
    const found = RULES.filter(([pattern]) => pattern.test(statement)).map(([, advice]) => advice);
    if (isAlone && statements.length > 1) found.push("put this statement alone in its migration");
    return found.map((advice) => `${statement.slice(0, 60)}: ${advice}`);
  });
}

describe("migrations", () => {
  test("after the baseline, none does what locks a table with many rows for long", () => {
    const [, ...ruled] = paths;
    expect(ruled.flatMap((path) => refusals(readFileSync(path, "utf8")))).toEqual([]);
  });

  test("none is dated in the future, where the next one would come before it", () => {
    const now = new Date().toISOString().replace(/\D/g, "").slice(0, DATE_CHARS);
    expect(paths.map(nameOf).filter((name) => name.slice(0, DATE_CHARS) > now)).toEqual([]);
  });

  test.each([
    'CREATE INDEX "a" ON "skill"("slug");',
    "-- Both at once.\nALTER TABLE skill ADD COLUMN a INT; CREATE INDEX CONCURRENTLY b ON skill (a);",
    "UPDATE skill SET name = ''",
    "ALTER TABLE skill ADD COLUMN a UUID NOT NULL DEFAULT gen_random_uuid()",
    "ALTER TABLE skill ADD COLUMN a INT GENERATED ALWAYS AS (1) STORED",
    "ALTER TABLE skill ALTER COLUMN name SET NOT NULL",
    "ALTER TABLE skill ALTER COLUMN name TYPE VARCHAR(9)",
    "ALTER TABLE skill ADD CONSTRAINT a CHECK (id IS NOT NULL)",
    'ALTER TABLE "skill" ADD CONSTRAINT "a" FOREIGN KEY ("b") REFERENCES "c"("id") ON DELETE CASCADE',
    "ALTER TABLE skill ADD CONSTRAINT a CHECK (b > 0) NOT VALID; ALTER TABLE skill VALIDATE CONSTRAINT a",
  ])("%s is refused", (text) => {
    expect(refusals(text)).toHaveLength(1);
  });

  test.each([
    'CREATE TABLE "new" ("id" UUID NOT NULL DEFAULT gen_random_uuid()); CREATE INDEX "a" ON "new"("id")',
    "CREATE UNIQUE INDEX CONCURRENTLY a ON skill (slug)",
    "CREATE INDEX a ON ONLY usage_record (skill_id)",
    "ALTER TABLE skill ADD COLUMN a INT NOT NULL DEFAULT 0, ADD COLUMN b TEXT",
    "ALTER TABLE skill ADD CONSTRAINT a CHECK (b > 0) NOT VALID",
    "ALTER TABLE skill VALIDATE CONSTRAINT a",
    "ALTER TABLE skill DROP COLUMN a; DROP INDEX b",
  ])("%s is accepted", (text) => {
    expect(refusals(text)).toEqual([]);
  });
});
