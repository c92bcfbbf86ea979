import type { IncomingMessage, ServerResponse } from "node:http";
import next from "next";

/** What serves the pages: Next's own request handler, in this process. */
export type Pages = {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => Promise<void>;
};

/** Makes the pages ready to serve: the built ones, or under `npm run dev` those that reload. */
export async function openPages(): Promise<Pages> {
  const app = next({ dev: process.env.NEXT_DEV === "on", dir: process.cwd() });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    handle: (request, response) => {
      void handle(request, response);
    },
    close: () => app.close(),
  };
}
