import { expect, test, vi } from "vitest";

const asked = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock("next/headers", () => ({ headers: async () => asked.headers }));

import { getViewer } from "@/app/_lib/viewer";
import { pool } from "@/lib/platform/core/db";
import { someoneSignedIn } from "@/tests/support/visitor";

test("a count that cannot be read takes no page down: the head does without it", async () => {
  const { someone, visitor } = await someoneSignedIn();
  asked.headers = new Headers({ cookie: visitor.cookie });
  for (const table of ["notification", "wallet"]) {
    await pool().query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
    try {
      const viewer = await getViewer();
      expect([viewer?.email, viewer?.unread]).toEqual([someone.email, 0]);
      expect(viewer?.balance === null).toBe(table === "wallet");
    } finally {
      await pool().query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
    }
  }
});
