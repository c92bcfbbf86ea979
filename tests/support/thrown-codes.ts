import { globSync } from "node:fs";
import { relative, resolve } from "node:path";
import ts from "typescript-5";

type Fn = ts.Node;
type Raised = { codes: Set<string>; uses: Set<Fn> };
/** An endpoint or an exported verb: what it says that it throws, and what its code can reach. */
export type Thrower = {
  where: string;
  said: string[];
  /** Verbs of which its docstring says that it throws what they throw. */
  likes: string[];
  reached: Set<string>;
};

const inProject = (file: ts.SourceFile) => relative(process.cwd(), file.fileName);
const isOurs = (file: ts.SourceFile) =>
  /^(?:lib|app\/v1)\//.test(inProject(file)) && !file.fileName.includes("/generated/");

/** Every endpoint, and every exported function of the front doors, with the codes of AppError that its calls can reach. */
export function throwers(): { endpoints: Thrower[]; verbs: Thrower[] } {
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".");
  const paths = globSync(["app/v1/**/route.ts", "lib/*/*/{service,admin}.ts"]).map((path) => resolve(path));
  const program = ts.createProgram(paths, { ...options, noEmit: true });
  const reach = reacher(program.getTypeChecker());
  const files = paths.flatMap((path) => program.getSourceFile(path) ?? []);
  return {
    endpoints: files.filter((file) => inProject(file).startsWith("app/")).flatMap((file) => endpointsOf(file, reach)),
    verbs: files.filter((file) => inProject(file).startsWith("lib/")).flatMap((file) => verbsOf(file, reach)),
  };
}

type Reach = (nodes: readonly Fn[]) => Set<string>;

/** An endpoint's own arguments only: what the wrapper throws follows from the definition. */
function endpointsOf(file: ts.SourceFile, reach: Reach): Thrower[] {
  return exported(file).flatMap(({ name, node }) => {
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isCallExpression(node.initializer)) return [];
    const [spec] = node.initializer.arguments;
    const listed =
      spec && ts.isObjectLiteralExpression(spec)
        ? spec.properties.find((one) => one.name?.getText() === "errors")
        : null;
    const said = [...(listed?.getText() ?? "").matchAll(/"(\w+)"/g)].map(([, code]) => code ?? "");
    return [{ where: `${inProject(file)} ${name}`, said, likes: [], reached: reach(node.initializer.arguments) }];
  });
}

function verbsOf(file: ts.SourceFile, reach: Reach): Thrower[] {
  return exported(file)
    .filter(({ node }) => isFunction(ts.isVariableDeclaration(node) && node.initializer ? node.initializer : node))
    .map(({ name, node, doc }) => ({
      where: `${inProject(file)} ${name}`,
      said: [...doc.matchAll(/\b[a-z]+(?:_[a-z]+)*\b/g)].map(([word]) => word),
      likes: [...doc.matchAll(/[Tt]hrows (?:as|what) `(\w+)`/g)].map(([, other]) => other ?? ""),
      reached: reach([node]),
    }));
}

function exported(file: ts.SourceFile) {
  return file.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    const doc = ts
      .getJSDocCommentsAndTags(statement)
      .map((comment) => comment.getText())
      .join(" ");
    const nodes: readonly ts.Node[] = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : [statement];
    return nodes.map((node) => ({ name: (node as ts.FunctionDeclaration).name?.getText() ?? "", node, doc }));
  });
}

const isFunction = (node: ts.Node) =>
  ts.isFunctionDeclaration(node) ||
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isMethodDeclaration(node);

/** Follows every name of ours that a function mentions, so callbacks and tables of functions count as called. */
function reacher(checker: ts.TypeChecker): Reach {
  const known = new Map<Fn, Raised>();
  const read = (node: Fn): Raised => {
    const found = known.get(node) ?? { codes: new Set(), uses: new Set() };
    if (known.has(node)) return found;
    known.set(node, found);
    const visit = (part: ts.Node): void => {
      if (ts.isTypeNode(part)) return;
      if (ts.isNewExpression(part) && part.expression.getText() === "AppError" && part.arguments?.[0])
        for (const code of literalsOf(checker.getTypeAtLocation(part.arguments[0]))) found.codes.add(code);
      const target = ts.isIdentifier(part) && !isOfAnObject(checker, part) ? targetOf(checker, part) : null;
      if (target) found.uses.add(target);
      ts.forEachChild(part, visit);
    };
    visit(node);
    return found;
  };
  return (nodes) => {
    const [seen, codes, waiting] = [new Set<Fn>(), new Set<string>(), [...nodes]];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      const raised = read(node);
      for (const code of raised.codes) codes.add(code);
      waiting.push(...raised.uses);
    }
    return codes;
  };
}

const literalsOf = (type: ts.Type): string[] =>
  (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? one.value : []));

/**
 * Whether a name is a field of an object rather than an export of a module. Whatever creates the object is followed by its own name,
 * so the field adds nothing, and resolving its type would take most of the time.
 */
function isOfAnObject(checker: ts.TypeChecker, name: ts.Identifier): boolean {
  const access = name.parent;
  if (!ts.isPropertyAccessExpression(access) || access.name !== name) return false;
  if (!ts.isIdentifier(access.expression)) return true;
  const [declared] = checker.getSymbolAtLocation(access.expression)?.declarations ?? [];
  return !declared || !ts.isNamespaceImport(declared);
}

/** The function or the constant of a module that a name stands for. */
function targetOf(checker: ts.TypeChecker, name: ts.Identifier): Fn | null {
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const declared = symbol?.valueDeclaration;
  if (!declared || declared === name.parent || !isOurs(declared.getSourceFile())) return null;
  if (isFunction(declared) || ts.isPropertyAssignment(declared) || ts.isConstructorDeclaration(declared))
    return declared;
  if (!ts.isVariableDeclaration(declared) || !declared.initializer) return null;
  const isOfModule = ts.isSourceFile(declared.parent.parent.parent);
  return isOfModule || isFunction(declared.initializer) ? declared.initializer : null;
}
