import { createSocket } from "node:dgram";
import { once } from "node:events";

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_TXT = 16;
const NAME_ERROR = 3;

/** What a name server answers about a name: addresses (IPv4), that there is none, or nothing at all. */
export type NameAnswer = string[] | "unknown" | "silent";

/** A real name server on loopback (UDP); it knows no IPv6 addresses. `asked` are the names that it was asked for. */
export async function startNameServer(
  answerOf: (name: string) => NameAnswer,
  port = 0,
  textOf: (name: string) => string | undefined = () => undefined,
) {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, peer) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const text = type === TYPE_TXT ? textOf(name) : undefined;
    const answer = text === undefined ? answerOf(name) : [];
    if (answer === "silent") return;
    const addresses = answer === "unknown" || type !== TYPE_A ? [] : answer;
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    header.writeUInt16BE(0x8180 | (answer === "unknown" ? NAME_ERROR : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length + (text === undefined ? 0 : 1), 6);
    socket.send(
      Buffer.concat([
        header,
        query.subarray(HEADER_BYTES, end),
        ...addresses.map(record),
        ...(text === undefined ? [] : [textRecord(text)]),
      ]),
      peer.port,
      peer.address,
    );
  });
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** An address record whose name points back at the question, kept by nobody. */
function record(address: string): Buffer {
  return Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]);
}

/** A TXT record of one text, which has at most 255 bytes. */
function textRecord(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([
    Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_TXT, 0, 1, 0, 0, 0, 0, 0, bytes.length + 1, bytes.length]),
    bytes,
  ]);
}
