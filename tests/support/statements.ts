import { Client } from "pg";
import { afterAll, beforeAll } from "vitest";

/** A statement as it was sent to the database. */
export type Sent = { name: string; text: string; values: unknown[] };

/** Notes every statement that this process sends, from the first test of a file to its last. */
export function watchStatements(): { sent: Sent[]; clear: () => void } {
  const sent: Sent[] = [];
  const { query } = Client.prototype;
  beforeAll(() => {
    Client.prototype.query = function (this: Client, ...given: unknown[]) {
      const [what, values] = given as [string | Partial<Sent>, unknown];
      const text = typeof what === "string" ? what : (what.text ?? "");
      const own = typeof what === "string" ? values : (what.values ?? values);
      const name = typeof what === "string" ? what : (what.name ?? text);
      sent.push({ name, text, values: Array.isArray(own) ? own : [] });
      return Reflect.apply(query, this, given);
    } as typeof query;
  });
  afterAll(() => {
    Client.prototype.query = query;
  });
  return {
    sent,
    clear: () => {
      sent.length = 0;
    },
  };
}
