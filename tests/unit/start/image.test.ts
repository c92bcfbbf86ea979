import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const OUTSIDE_OF_PAGES = ["lib/**/*.ts", "host/**/*.{ts,tsx}", "dev/**/*.ts"];
/** What a program of a thread loads as it is. */
const READ_BY_THREADS = ["components/code/fence.ts"];

test("nothing that runs outside of the pages imports a package that the image leaves out", () => {
  const script = readFileSync("ops/prune-image.sh", "utf8");
  const bundled = (/^BUNDLED="([^"]+)"/m.exec(script)?.[1] ?? "").split(/\s+/);
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(bundled).toContain("recharts");
  expect(bundled.filter((name) => !(name in dependencies))).toEqual([]);
  expect(devDependencies).toHaveProperty("prisma");
  const names = [...bundled, ...Object.keys(devDependencies)];
  const files = globSync([...OUTSIDE_OF_PAGES, ...READ_BY_THREADS], {
    exclude: ["lib/interfaces/client/**", "lib/platform/core/generated/**"],
  });
  const imports = /(?:from |import\(|import )"((?:@[^/"]+\/)?[^/"]+)/g;
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(imports)]
      .filter(([, name = ""]) => names.includes(name))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
