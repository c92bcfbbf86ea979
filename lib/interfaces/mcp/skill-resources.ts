/**
 * Packages as Skills over MCP (SEP-2640): each file is a resource `skill://<slug>/<name>/<path>`; the slug keeps names
 * of different publishers apart.
 */
import { createHash } from "node:crypto";
import { type OpenPackage, ofAccount, requireOpen } from "@/lib/demand/distribution/service";
import type { Caller } from "@/lib/platform/core/caller";
import { env } from "@/lib/platform/core/env";
import { AppError, echo } from "@/lib/platform/core/errors";
import * as packages from "@/lib/supply/packages/service";

const INDEX_URI = "skill://index.json";
const SKILL_FILE = "SKILL.md";
/** Folder of a package's prompts, one per Markdown file. */
const PROMPT = /^prompts\/([\w-]{1,64})\.md$/;
const TEXT_TYPES: Record<string, string> = {
  md: "text/markdown",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  html: "text/html",
  css: "text/css",
  csv: "text/csv",
};
/** Largest file that an answer carries; one with larger files is downloaded. */
const MAX_ANSWERED_BYTES = 256 * 1024;
/** Largest skill that the extension allows; larger packages are downloaded. */
const MAX_FILES = 512;
const MAX_SKILL_BYTES = 16 * 1024 * 1024;
/** Private cache lifetime of an answer. */
const CACHED = { ttlMs: 60_000, cacheScope: "private" as const };

const rootOf = ({ slug, manifest }: OpenPackage) => `skill://${slug}/${manifest.name}`;
const uriOf = (entry: OpenPackage, path: string) => `${rootOf(entry)}/${path}`;

/** One skill as `skills/list` and `skills/get` return it: its metadata, and every file with its digest. */
function toEntry(entry: OpenPackage) {
  const { name, description, license, compatibility, metadata, allowedTools } = entry.frontmatter;
  return {
    uri: uriOf(entry, SKILL_FILE),
    frontmatter: {
      name,
      description,
      ...(license !== null && { license }),
      ...(compatibility !== null && { compatibility }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
      ...(allowedTools.length > 0 && { "allowed-tools": allowedTools.join(" ") }),
    },
    resources: entry.manifest.files.map(({ path, sha256, size }) => ({
      uri: uriOf(entry, path),
      digest: `sha256:${sha256}`,
      size,
    })),
  };
}

function isServed({ manifest }: OpenPackage): boolean {
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
  return manifest.files.length <= MAX_FILES && bytes <= MAX_SKILL_BYTES;
}

/** Every skill whose package the caller may download. */
export async function listSkills(caller: Caller) {
  return { skills: (await ofAccount(caller)).filter(isServed).map(toEntry), ...CACHED };
}

/** One skill by the URI of its SKILL.md. */
export async function getSkill(caller: Caller, uri: string) {
  const { entry, path } = await locate(caller, uri);
  if (path !== SKILL_FILE) throw unknown(uri);
  return { skill: toEntry(entry), ...CACHED };
}

/** The SKILL.md of every skill whose package the caller has, and their index. */
export async function listResources(caller: Caller) {
  const skills = (await ofAccount(caller)).map((entry) => ({
    uri: uriOf(entry, SKILL_FILE),
    name: entry.frontmatter.name,
    description: entry.frontmatter.description,
    mimeType: "text/markdown",
  }));
  const index = {
    uri: INDEX_URI,
    name: "index",
    description: "Lists every skill with the digests of its files.",
    mimeType: "application/json",
  };
  return { resources: [index, ...skills] };
}

/** One file of a package, or the index. */
export async function readResource(caller: Caller, uri: string) {
  if (uri === INDEX_URI) {
    const text = JSON.stringify(await listSkills(caller));
    return { contents: [{ uri, mimeType: "application/json", text }] };
  }
  const { entry, path } = await locate(caller, uri);
  const content = await contentOf(entry, path);
  const text = content.includes(0) === false ? content.toString("utf8") : null;
  const mimeType =
    text === null ? "application/octet-stream" : (TEXT_TYPES[path.split(".").at(-1) ?? ""] ?? "text/plain");
  return {
    contents: [text === null ? { uri, mimeType, blob: content.toString("base64") } : { uri, mimeType, text }],
  };
}

/** The prompts that the caller's packages ship. */
export async function listPrompts(caller: Caller) {
  const entries = await ofAccount(caller);
  const prompts = entries.flatMap(({ slug, manifest, frontmatter }) =>
    manifest.files.flatMap(({ path }) => {
      const name = PROMPT.exec(path)?.[1];
      return name ? [{ name: `${slug}.${name}`, description: `From the skill ${frontmatter.name}.` }] : [];
    }),
  );
  return { prompts };
}

/** One prompt of a package, by `<slug>.<name>`. */
export async function getPrompt(caller: Caller, name: string) {
  const [slug = "", file = ""] = name.split(/\.(.*)/s);
  const entry = await requireOpen(caller, slug);
  const text = (await contentOf(entry, `prompts/${file}.md`)).toString("utf8");
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}

async function locate(caller: Caller, uri: string): Promise<{ entry: OpenPackage; path: string }> {
  const [, slug = "", name = "", path = ""] =
    /^skill:\/\/([a-z0-9-]{1,64})\/([a-z0-9-]{1,64})\/(.{1,500})$/s.exec(uri) ?? [];
  const entry = slug ? await requireOpen(caller, slug) : null;
  if (!entry || entry.manifest.name !== name) throw unknown(uri);
  return { entry, path };
}

async function contentOf({ slug, manifest }: OpenPackage, path: string): Promise<Buffer> {
  const file = manifest.files.find((one) => one.path === path);
  if (file && file.size > MAX_ANSWERED_BYTES)
    throw new AppError(
      "payload_too_large",
      `This file has ${file.size} bytes; responses carry up to ${MAX_ANSWERED_BYTES}. Download the package instead.`,
      {
        details: {
          max_bytes: MAX_ANSWERED_BYTES,
          download_url: `${env().PUBLIC_URL}/v1/skills/${slug}/download`,
        },
      },
    );
  const content = file && (await packages.readFile(manifest, path));
  if (!file || !content) throw unknown(path);
  // Send nothing if the content does not match its digest.
  if (createHash("sha256").update(content).digest("hex") !== file.sha256) throw new Error("a stored file has changed");
  return content;
}

function unknown(uri: string): AppError {
  return new AppError("not_found", `There is no resource ${echo(uri)}.`);
}
