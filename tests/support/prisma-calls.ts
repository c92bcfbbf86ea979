import { readFileSync } from "node:fs";
import ts from "typescript-5";
import { sourceProgram } from "@/tests/support/sql-statements";
import { BOUND } from "@/tests/support/twins";

/** A call of Prisma on a table whose rows belong to accounts. */
export type PrismaCall = { table: string; name: string; crosses: boolean };

const ONE_ROW = new Set(["create"]);

/** Every such call in the sources. One crosses accounts unless its `where` says the account, or it creates one row. */
export function prismaCalls(): PrismaCall[] {
  const { program, files } = sourceProgram();
  const checker = program.getTypeChecker();
  const tables = boundModels();
  const calls: PrismaCall[] = [];
  for (const path of files) {
    const visit = (node: ts.Node): void => {
      const [table, method] = ts.isCallExpression(node) ? calledOf(node, tables) : [];
      if (table && method && ts.isCallExpression(node)) {
        const crosses = !ONE_ROW.has(method) && !saysAccount(checker, node, table);
        calls.push({ table, name: `${path.replace("lib/", "")}: ${method}`, crosses });
      }
      ts.forEachChild(node, visit);
    };
    const file = program.getSourceFile(path);
    if (file) visit(file);
  }
  return calls;
}

/** The tables by the names of their models in Prisma's client. */
function boundModels(): Map<string, string> {
  const models = readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model (\w+) \{.*?^ *@@map\("(\w+)"\)/gms);
  const named = [...models].map(([, model = "", table = ""]) => [model, table] as const);
  return new Map(
    named
      .filter(([, table]) => BOUND[table])
      .map(([model, table]) => [model.charAt(0).toLowerCase() + model.slice(1), table]),
  );
}

/** The table and the method of `prisma(…).model.method(…)`. */
function calledOf(node: ts.CallExpression, tables: Map<string, string>): [table?: string, method?: string] {
  const [, model = "", method] = /^(?:prisma\(\w*\)|tx)\s*\.(\w+)\s*\.(\w+)$/.exec(node.expression.getText()) ?? [];
  return [tables.get(model), method];
}

function saysAccount(checker: ts.TypeChecker, node: ts.CallExpression, table: string): boolean {
  const [given] = node.arguments;
  const where = given && checker.getTypeAtLocation(given).getProperty("where");
  if (!where) return false;
  const account = (BOUND[table] ?? "").replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return checker
    .getTypeOfSymbolAtLocation(where, node)
    .getProperties()
    .some((property) => {
      const type = checker.getTypeOfSymbolAtLocation(property, node);
      return property.name === account
        ? Boolean(type.flags & ts.TypeFlags.StringLike)
        : property.name.startsWith(`${account}_`);
    });
}
