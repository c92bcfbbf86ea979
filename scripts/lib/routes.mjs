import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./install.mjs";

const TABLE = join(ROOT, "app", "v1", "generated", "routes.ts");

/** Writes the table of routes from the files of app/v1, unless it is the same: every described path of the API with its module. */
export function ensureRoutes() {
  const files = globSync("app/v1/**/route.ts", { cwd: ROOT })
    // The description does not describe itself, and `[...rest]` answers what no other file does.
    .filter((file) => file !== join("app", "v1", "openapi.json", "route.ts") && !file.includes("[..."))
    .sort();
  const text = [
    ...files.map((file, i) => `import * as route${i} from "@/${file.replace(/\.ts$/, "")}";`),
    'import type { RouteTable } from "@/lib/interfaces/http/openapi";',
    "const TYPED = {",
    ...files.map((file, i) => `  "${pathOf(file)}": route${i},`),
    "} satisfies RouteTable;",
    "export const ROUTES: RouteTable = TYPED;",
    "type Modules = typeof TYPED;",
    // What browsers send and get is typed by the schemas of the routes.
    'declare module "@/lib/interfaces/client/api" {',
    "  interface ApiRoutes extends Modules {}",
    "}\n",
  ].join("\n");
  if (existsSync(TABLE) && readFileSync(TABLE, "utf8") === text) return;
  mkdirSync(dirname(TABLE), { recursive: true });
  writeFileSync(TABLE, text);
}

const pathOf = (file) => dirname(file).slice("app".length).replaceAll("[", "{").replaceAll("]", "}");
