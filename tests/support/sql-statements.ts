import { globSync, readFileSync } from "node:fs";
import ts from "typescript-5";

/** A call that sends SQL: its text and the type of its rows, as far as the source says them. */
export type Sent = {
  /** File and name of the statement, such as `lib/identity/keys/service.ts: keys.touch`. */
  where: string;
  /** Null when the text depends on more than constants. */
  text: string | null;
  /** The fields of the row's type by name, or null when the call names none. */
  fields: Map<string, FieldKind> | null;
};

/** What `pg` makes of a column; `any` fits all. */
export type FieldKind = "string" | "number" | "boolean" | "Date" | "array" | "object" | "any";

const FILES = globSync("{lib,host,dev}/**/*.ts").filter((path) => !path.includes("/generated/"));
/** Helpers whose texts are made from their callers' arguments, and so are read there. */
const isHelper = (path: string) => /^lib\/(?:platform\/core\/|money\/ledger\/wallet-batcher\.ts)/.test(path);

/** How each function that sends SQL makes names and texts from the sources of its arguments. */
const SENDERS: Record<string, (args: string[]) => { name: string; text: string; isCount?: true }[]> = {
  query: ([name, text]) => [{ name: `${name}`, text: `${text}` }],
  readPage: ([statement]) => [
    { name: `(${statement}).name`, text: `(${statement}).text` },
    {
      name: `(${statement}).name + ".count"`,
      text: `"SELECT count(*)::int AS count FROM " + (${statement}).matches`,
      isCount: true,
    },
  ],
  runOperations: ([name, statements]) => [
    { name: `${name}`, text: `(${statements}).one` },
    { name: `${name} + ".batch"`, text: `(${statements}).batch` },
  ],
};

type Call = { node: ts.CallExpression; isCount: boolean; source: string };

let parsed: ts.Program | undefined;

/** The sources, parsed once. */
export function sourceProgram(): { program: ts.Program; files: string[] } {
  const options: ts.CompilerOptions = {
    ...ts.parseJsonConfigFileContent(ts.readConfigFile("tsconfig.json", ts.sys.readFile).config, ts.sys, ".").options,
    noEmit: true,
  };
  parsed ??= ts.createProgram(FILES, options);
  return { program: parsed, files: FILES };
}

/** Every statement that lib and the process send through `query`, `readPage` and `runOperations`. */
export async function sentStatements(): Promise<Sent[]> {
  const { program } = sourceProgram();
  const checker = program.getTypeChecker();
  const sent: Sent[] = [];
  for (const path of FILES.filter((file) => !isHelper(file))) {
    const file = program.getSourceFile(path);
    const calls = file ? callsIn(file) : [];
    if (calls.length === 0) continue;
    const found = await evaluate(path, calls);
    calls.forEach(({ node, isCount }, at) => {
      const [name, text = null] = found[at] ?? [];
      const fields = isCount ? null : fieldsOf(checker, node);
      sent.push({ where: `${path}: ${name ?? node.arguments[0]?.getText()}`, text, fields });
    });
  }
  return sent;
}

function callsIn(file: ts.SourceFile): Call[] {
  const calls: Call[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const sources = node.arguments.map((argument) => argument.getText());
      for (const { name, text, isCount = false } of SENDERS[node.expression.text]?.(sources) ?? [])
        calls.push({ node, isCount, source: withLocals(node, name, text) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

/** Two expressions together with the constants of the functions around them that they may name. */
function withLocals(node: ts.Node, name: string, text: string): string {
  const locals: string[] = [];
  for (let scope = node.parent; scope && !ts.isSourceFile(scope); scope = scope.parent) {
    if (!ts.isBlock(scope)) continue;
    const constants = scope.statements
      .filter(ts.isVariableStatement)
      .flatMap((statement) => [...statement.declarationList.declarations]);
    for (const { name: local, initializer, pos } of constants.toReversed())
      if (ts.isIdentifier(local) && initializer && pos < node.pos && !initializer.getText().includes("await"))
        locals.unshift(`const ${local.text} = orUnknown(() => (${lazily(initializer)}));`);
  }
  return `() => { ${locals.join("\n")}\nreturn [orUnknown(() => ${name}), orUnknown(() => ${text})]; }`;
}

/** An object's fields are read one by one: the values of a statement are not known, and its text is. */
function lazily(initializer: ts.Expression): string {
  if (!ts.isObjectLiteralExpression(initializer)) return initializer.getText();
  const fields = initializer.properties.map((property) => {
    const name = property.name?.getText() ?? "";
    return ts.isPropertyAssignment(property)
      ? `get ${name}() { return ${property.initializer.getText()}; }`
      : property.getText();
  });
  return `{ ${fields.join(", ")} }`;
}

/** Runs a module with its constants, and evaluates its calls' names and texts; null for what depends on an argument. */
async function evaluate(path: string, calls: Call[]): Promise<(string | null)[][]> {
  const listed = calls.map(({ source }) => source).join(",\n");
  const source = `${readFileSync(path, "utf8")}\nexport const sentTexts = [${listed}];`;
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2023,
      esModuleInterop: true,
    },
  });
  const modules = new Map<string, unknown>();
  for (const [, specifier = ""] of outputText.matchAll(/require\("([^"]+)"\)/g))
    modules.set(specifier, await import(/* @vite-ignore */ specifier));
  const exported: { sentTexts?: (() => unknown[])[] } = {};
  const run = new Function("require", "exports", "orUnknown", outputText);
  run((specifier: string) => modules.get(specifier), exported, orUnknown);
  return (exported.sentTexts ?? []).map((read) => read().map((text) => (typeof text === "string" ? text : null)));
}

function orUnknown(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return UNKNOWN;
  }
}

/** Stands for what only a caller knows: whoever makes a text of it gets none. */
const UNKNOWN = new Proxy(() => {}, {
  get: () => {
    throw new TypeError("depends on an argument");
  },
});

/** The fields of the rows that a call returns. */
function fieldsOf(checker: ts.TypeChecker, node: ts.CallExpression): Map<string, FieldKind> | null {
  const row = rowTypeOf(checker, node);
  if (!row || checker.getIndexInfosOfType(row).length > 0 || row.flags & ts.TypeFlags.TypeParameter) return null;
  return new Map(
    checker
      .getPropertiesOfType(row)
      .map((property) => [property.name, kindOf(checker, checker.getTypeOfSymbolAtLocation(property, node))]),
  );
}

function rowTypeOf(checker: ts.TypeChecker, node: ts.CallExpression): ts.Type | undefined {
  const toItem = ts.isIdentifier(node.expression) && node.expression.text === "readPage" && node.arguments[2];
  if (toItem) {
    const [signature] = checker.getTypeAtLocation(toItem).getCallSignatures();
    const [row] = signature?.getParameters() ?? [];
    return row && checker.getTypeOfSymbolAtLocation(row, toItem);
  }
  const promise = checker.getResolvedSignature(node)?.getReturnType();
  const [rows] = promise ? checker.getTypeArguments(promise as ts.TypeReference) : [];
  return rows && checker.isArrayType(rows) ? checker.getTypeArguments(rows as ts.TypeReference)[0] : undefined;
}

function kindOf(checker: ts.TypeChecker, declared: ts.Type): FieldKind {
  const type = checker.getNonNullableType(declared);
  const kinds = new Set((type.isUnion() ? type.types : [type]).map((part) => kindOfPart(checker, part)));
  const [kind] = kinds;
  return kinds.size === 1 && kind ? kind : "any";
}

function kindOfPart(checker: ts.TypeChecker, type: ts.Type): FieldKind {
  if (type.flags & ts.TypeFlags.StringLike) return "string";
  if (type.flags & ts.TypeFlags.NumberLike) return "number";
  if (type.flags & ts.TypeFlags.BooleanLike) return "boolean";
  if (checker.isArrayType(type)) return "array";
  if (type.symbol?.name === "Date") return "Date";
  return type.flags & ts.TypeFlags.Object ? "object" : "any";
}
