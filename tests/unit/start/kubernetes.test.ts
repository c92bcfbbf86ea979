import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { Settings } from "@/lib/platform/core/env";

type Named = { name: string };
type Container = {
  image: string;
  args?: string[];
  env: (Named & { value?: string; valueFrom?: { secretKeyRef: Named & { key: string } } })[];
  readinessProbe?: { httpGet: { path: string } };
};
type Manifest = {
  kind: string;
  metadata: Named;
  data?: Record<string, string>;
  spec?: { template?: { spec: { containers: Container[] } } };
};

/** `kubectl kustomize` of Debian's kubernetes-client, which CI installs. */
const rendered = (overlay: string) =>
  spawnSync("kubectl", ["kustomize", `ops/kubernetes/${overlay}`], { encoding: "utf8" });
const isMissing = spawnSync("kubectl", ["version", "--client"]).error !== undefined;

test.skipIf(isMissing).each([
  ["managed-postgresql", "marketplace-database"],
  ["cloudnative-pg", "marketplace-db-app"],
])("%s is rendered, with settings and programs that the product has", (overlay, secret) => {
  const { status, stdout, stderr } = rendered(overlay);
  expect([status, stderr]).toEqual([0, ""]);
  const manifests = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  const containers = manifests.flatMap(({ kind, metadata, spec }) =>
    (spec?.template?.spec.containers ?? []).map((container) => ({ kind, name: metadata.name, ...container })),
  );
  expect(containers.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
    "Deployment web",
    "Deployment worker",
    "Job migrate",
  ]);
  const known = Object.keys(Settings.shape);
  const named = manifests.flatMap(({ data }) => Object.keys(data ?? {}));
  for (const { kind, image, args, env, readinessProbe } of containers) {
    expect(image).toBe("registry.example.com/skills-marketplace:latest");
    expect(existsSync(args?.[0] ?? "scripts/start.mjs")).toBe(true);
    expect(env[0]).toEqual({ name: "DATABASE_URL", valueFrom: { secretKeyRef: { key: "uri", name: secret } } });
    named.push(...env.map(({ name }) => name));
    if (kind === "Deployment") expect(readinessProbe?.httpGet.path).toBe("/ready");
  }
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
