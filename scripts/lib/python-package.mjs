import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { ROOT } from "./install.mjs";

const PACKAGE = join(ROOT, "packages", "sdk-python");
const MODULE = "skills_marketplace";
/** The same files give the same wheel. */
const MODIFIED = new Date("2000-01-01T12:00:00Z");
const SCALARS = { string: "str", number: "float", integer: "int", boolean: "bool", null: "None" };
const KEYWORDS = new Set(
  "and as async await class def for from global if import in is not or pass return with".split(" "),
);
const REF = "#/components/schemas/";

const pascal = (text) => text.replaceAll(/(?:^|[^A-Za-z0-9])([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** The types of the API's JSON as a Python module, from the OpenAPI document. Nested objects get the name of their field. */
export function pythonModels(document) {
  const classes = new Map();
  const typeOf = (schema, name) => {
    if (schema.$ref) return schema.$ref.slice(REF.length);
    if ("const" in schema) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(", ")}]`;
    const variants = schema.anyOf ?? schema.oneOf;
    if (variants) {
      const several = variants.filter(({ type }) => type === "object").length > 1;
      return union(variants.map((variant, index) => typeOf(variant, several ? `${name}${index + 1}` : name)));
    }
    if (schema.allOf?.length === 1) return typeOf(schema.allOf[0], name);
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, name)));
    if (schema.type === "array") return `list[${typeOf(schema.items ?? {}, `${name}Item`)}]`;
    if (schema.type === "object") return objectOf(schema, name);
    return SCALARS[schema.type] ?? "Any";
  };
  const objectOf = (schema, name) => {
    const fields = Object.entries(schema.properties ?? {});
    if (fields.length === 0) {
      const values = schema.additionalProperties;
      return `dict[str, ${values && values !== true ? typeOf(values, `${name}Value`) : "Any"}]`;
    }
    const required = new Set(schema.required);
    const typed = fields.map(([field, value]) => {
      const type = typeOf(value, `${name}${pascal(field)}`);
      return [field, required.has(field) ? type : `NotRequired[${type}]`, docstring(value.description)];
    });
    // A class can't have a field named like a word of the language, such as `from`.
    const isClass = fields.every(([field]) => !KEYWORDS.has(field));
    const lines = typed.map(([field, type, text]) => `    ${field}: ${type}\n${text}`);
    const entries = typed.map(([field, type]) => `"${field}": ${quoted(type)}`);
    classes.set(
      name,
      isClass
        ? `class ${name}(TypedDict):\n${docstring(schema.description)}${lines.join("")}`
        : `${name} = TypedDict("${name}", {${entries.join(", ")}})\n`,
    );
    return name;
  };
  // Annotations are read when all is defined, aliases at once: they come last, and plain values before what names them.
  const aliases = [];
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const type = typeOf(schema, name);
    if (type !== name) aliases.push(`${name}: TypeAlias = ${type}`);
  }
  const head = [
    `"""The JSON of the API, generated from its OpenAPI document."""`,
    "from __future__ import annotations",
    "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict",
  ];
  return `${[...head, ...classes.values(), aliases.sort(byLiteral).join("\n")].join("\n\n")}\n`;
}

const byLiteral = (a, b) => Number(b.includes("= Literal[")) - Number(a.includes("= Literal["));
/** A type that names others which come later. */
const quoted = (type) => `"${type.replaceAll('"', "'")}"`;
const literal = (value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value));
const union = (types) => {
  const all = [...new Set(types)];
  return all.includes("Any") ? "Any" : all.join(" | ");
};
const docstring = (text) => (text ? `    """${text.replaceAll("\\", "\\\\").replaceAll('"', "'")}"""\n` : "");

/** Builds the wheel of the Python SDK into a folder; pip installs it without a build of its own. */
export async function buildWheel(document, out) {
  const project = readFileSync(join(PACKAGE, "pyproject.toml"), "utf8");
  const setting = (name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(project)?.[1] ?? "";
  const version = setting("version");
  const info = `${MODULE}-${version}.dist-info`;
  const source = join(PACKAGE, "src", MODULE);
  const files = Object.fromEntries(
    readdirSync(source)
      .filter((name) => name.endsWith(".py") || name === "py.typed")
      .sort()
      .map((name) => [`${MODULE}/${name}`, readFileSync(join(source, name))]),
  );
  files[`${MODULE}/models.py`] = Buffer.from(pythonModels(document));
  const metadata = [
    "Metadata-Version: 2.1",
    `Name: ${setting("name")}`,
    `Version: ${version}`,
    `Summary: ${setting("description")}`,
    `Requires-Python: ${setting("requires-python")}`,
    "Description-Content-Type: text/markdown",
  ];
  files[`${info}/METADATA`] = Buffer.from(
    `${metadata.join("\n")}\n\n${readFileSync(join(PACKAGE, "README.md"), "utf8")}`,
  );
  files[`${info}/WHEEL`] = Buffer.from(
    "Wheel-Version: 1.0\nGenerator: skills-marketplace\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  );
  const record = Object.entries(files).map(
    ([path, bytes]) => `${path},sha256=${createHash("sha256").update(bytes).digest("base64url")},${bytes.length}`,
  );
  files[`${info}/RECORD`] = Buffer.from([...record, `${info}/RECORD,,`, ""].join("\n"));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const zip = new ZipFile();
  for (const [path, bytes] of Object.entries(files)) zip.addBuffer(bytes, path, { mtime: MODIFIED, mode: 0o100644 });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(join(out, `${MODULE}-${version}-py3-none-any.whl`)));
}
