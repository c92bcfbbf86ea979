import { connect, createServer, type Socket } from "node:net";

/** The severity of a failure on the wire, as it is and as a Czech server says it; both take as many bytes. */
const [PLAIN, CZECH] = [Buffer.from("SERROR\0"), Buffer.from("SCHYBA\0")];

/**
 * Stands between this file's process and its database, which then tells its failures in Czech. Must be started before
 * anything reads the settings.
 */
export async function startLocalizedErrorsProxy(): Promise<{ said: () => number; close: () => void }> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const [host, port] = [url.hostname, Number(url.port)];
  let said = 0;
  const translate = (bytes: Buffer) => {
    for (let at = bytes.indexOf(PLAIN); at >= 0; at = bytes.indexOf(PLAIN, at)) {
      CZECH.copy(bytes, at);
      said++;
    }
    return bytes;
  };
  const translator = createServer((client) => {
    const server = connect(port, host);
    server.on("data", (bytes: Buffer) => client.write(translate(bytes)));
    client.pipe(server);
    const both: [Socket, Socket][] = [
      [client, server],
      [server, client],
    ];
    for (const [one, other] of both) one.on("error", () => {}).on("close", () => other.destroy());
  });
  await new Promise<void>((resolve) => translator.listen(0, "127.0.0.1", resolve));
  const address = translator.address();
  if (address === null || typeof address === "string") throw new Error("the translator has no port");
  url.port = String(address.port);
  url.searchParams.delete("host");
  process.env.DATABASE_URL = url.href;
  return { said: () => said, close: () => translator.close() };
}
