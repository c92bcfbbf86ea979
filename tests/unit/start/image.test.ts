import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("nothing that runs outside of the pages imports a package that the image leaves out", () => {
  const script = readFileSync("ops/prune-image.sh", "utf8");
  const names = [...script.matchAll(/^(?:BUNDLED|BUILDING)="([^"]+)"/gm)].flatMap(([, list = ""]) =>
    list.split(/\s+/),
  );
  expect(names).toContain("prisma");
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(names.filter((name) => !(name in dependencies))).toEqual([]);
  const files = globSync(["lib/**/*.ts", "server/**/*.{ts,tsx}"], {
    exclude: ["lib/client/**", "lib/core/generated/**"],
  });
  const imports = /(?:from |import\(|import )"((?:@[^/"]+\/)?[^/"]+)/g;
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(imports)]
      .filter(([, name = ""]) => names.includes(name))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
