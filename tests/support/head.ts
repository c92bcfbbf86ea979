import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

/**
 * Posts the head of a request and no more than the beginning of the body that it declares, which no web client does.
 * Returns the status answered.
 */
export async function answerToHead(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const sending = request(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
  });
  sending.write("{}");
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  sending.on("error", () => {});
  sending.destroy();
  return answer.statusCode;
}
