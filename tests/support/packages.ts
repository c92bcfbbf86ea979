import { call } from "@/tests/support/api";
import { inspected } from "@/tests/support/inspected";
import { approve, draftSkill, type Person } from "@/tests/support/people";
import { skillZip } from "@/tests/support/zips";

/** Uploads a package for a skill. */
export const putPackage = (key: string, id: string, bytes: Uint8Array, type = "application/zip") =>
  call("PUT", `/v1/developer/skills/${id}/package`, {
    key,
    raw: new Uint8Array(bytes),
    headers: { "content-type": type },
  });

/** A package of a skill that says which version it is; `more` makes other bytes of the same version. */
export const packageOf = (slug: string, version: string, more = "") =>
  skillZip({
    slug,
    frontmatter: { name: slug, description: "Does it.", metadata: { version } },
    body: `# ${slug}\n${more}`,
  });

/** Puts a skill that is downloaded on the marketplace, with version 1.0.0 of its package. */
export async function liveDownload(developer: Person, fields: object) {
  const skill = await draftSkill(developer, { execution_type: "download", api_endpoint: null, ...fields });
  const upload = packageOf(skill.slug, "1.0.0");
  const { status, body } = await putPackage(developer.key, skill.id, upload);
  if (status !== 200) throw new Error(`the package was refused: ${JSON.stringify(body)}`);
  await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: developer.key, body: { submit: true } });
  await approve(skill.id);
  // What buyers get is the canonical archive.
  return { ...skill, bytes: (await inspected(upload)).archive };
}
