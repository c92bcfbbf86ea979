import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

/** A line to a server that may fall silent: while it is cut, nothing arrives at either end and nobody is told. */
export async function openTcpProxy(to: URL) {
  let isCut = false;
  const waiting: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const line = createServer(async (near) => {
    keep(near);
    if (isCut) await new Promise<void>((resolve) => waiting.push(resolve));
    const far = createConnection(Number(to.port), to.hostname);
    keep(far);
    join(near, far);
    join(far, near);
  });
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };
  const join = (from: Socket, into: Socket) => {
    from.on("data", (part) => into.write(part));
    from.on("close", () => into.destroy());
    if (isCut) from.pause();
  };
  const url = new URL(to);
  url.hostname = "127.0.0.1";
  // Of a database's socket, which would lead past this.
  url.searchParams.delete("host");
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  url.port = String((line.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend: () => {
      isCut = false;
      for (const socket of sockets) socket.resume();
      for (const go of waiting.splice(0)) go();
    },
    /** Ends every connection at once, as a restarted router does; new ones are made. */
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: () => {
      line.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
