/** Ready-made calls of a skill with the parameters that stand in the form. */
export function snippetsOf(
  base: string,
  slug: string,
  parameters: unknown,
): { title: string; code: string }[] {
  const url = `${base}/v1/skills/${slug}/execute`;
  const json = JSON.stringify(parameters, null, 2);
  return [
    {
      title: "curl",
      code: `curl ${url} \\\n  -H "Authorization: Bearer $SKILLS_API_KEY" \\\n  -H "Content-Type: application/json" \\\n  -H "Idempotency-Key: $(uuidgen)" \\\n  -d '${JSON.stringify(parameters).replace(/'/g, "'\\''")}'`,
    },
    {
      title: "TypeScript",
      code: `const response = await fetch("${url}", {\n  method: "POST",\n  headers: {\n    Authorization: \`Bearer \${process.env.SKILLS_API_KEY}\`,\n    "Content-Type": "application/json",\n    "Idempotency-Key": crypto.randomUUID(),\n  },\n  body: JSON.stringify(${json.replace(/\n/g, "\n  ")}),\n});\nconst { result, usage, balance } = await response.json();`,
    },
    {
      title: "Python",
      code: `import os, uuid, requests\n\nresponse = requests.post(\n    "${url}",\n    headers={\n        "Authorization": f"Bearer {os.environ['SKILLS_API_KEY']}",\n        "Idempotency-Key": str(uuid.uuid4()),\n    },\n    json=${toPython(parameters)},\n)\nresult = response.json()["result"]`,
    },
    {
      title: "MCP",
      code: `# Once, for Claude Code; other clients take the same address and header.\nclaude mcp add --transport http skills ${base}/mcp \\\n  --header "Authorization: Bearer $SKILLS_API_KEY"\n\n# Then the agent calls the tool execute_skill with:\n${JSON.stringify({ slug, parameters }, null, 2)}`,
    },
  ];
}

function toPython(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(toPython).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value)
      .map(([key, part]) => `${JSON.stringify(key)}: ${toPython(part)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}
