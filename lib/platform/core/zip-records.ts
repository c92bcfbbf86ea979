const [LOCAL, LISTED, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const [STORED, DEFLATED] = [0, 8];
const [VERSION, MADE_ON_UNIX, UTF8_NAME] = [20, 0x0314, 0x0800];
/** 2000-01-01, as ZIPs write days. */
const DAY = (20 << 9) | (1 << 5) | 1;
const FILE_MODE = 0o100644;
const EXECUTABLE_MODE = 0o100755;

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of a ZIP: `packedBytes` is what it takes deflated; null where it is stored as it is. */
export type ZipEntry = {
  path: string;
  bytes: number;
  packedBytes: number | null;
  crc32: number;
  isExecutable?: boolean;
};

export const modeOf = (isExecutable = false) => (isExecutable ? EXECUTABLE_MODE : FILE_MODE);

/**
 * The records of a ZIP, in the server, the command line and browsers: fixed times and modes, so that the same files give the same
 * bytes. Each file's record comes before its bytes, and `end` after the last one. Without ZIP64: its user keeps below those limits.
 */
export class ZipRecords {
  readonly #list: Bytes[] = [];
  #count = 0;
  #offset = 0;

  /** What precedes the bytes of a file. */
  file({ path, bytes, packedBytes, crc32, isExecutable }: ZipEntry): Bytes {
    const name: Bytes = new TextEncoder().encode(path);
    const size = packedBytes ?? bytes;
    const facts = joined(
      numbers(2, VERSION, UTF8_NAME, packedBytes === null ? STORED : DEFLATED, 0, DAY),
      numbers(4, crc32, size, bytes),
      numbers(2, name.length, 0),
    );
    const record = joined(numbers(4, LOCAL), facts, name);
    this.#list.push(numbers(4, LISTED), numbers(2, MADE_ON_UNIX), facts, numbers(2, 0, 0, 0));
    this.#list.push(numbers(4, modeOf(isExecutable) * 0x10000, this.#offset), name);
    this.#count++;
    this.#offset += record.length + size;
    return record;
  }

  /** The end: the list of the files. */
  end(): Bytes {
    const list = joined(...this.#list);
    const counts = numbers(2, 0, 0, this.#count, this.#count);
    return joined(list, numbers(4, END), counts, numbers(4, list.length, this.#offset), numbers(2, 0));
  }
}

/** Numbers one after the other, each of so many bytes, as ZIPs write them. */
function numbers(width: 2 | 4, ...values: number[]): Bytes {
  const view = new DataView(new ArrayBuffer(width * values.length));
  for (const [index, value] of values.entries())
    if (width === 2) view.setUint16(2 * index, value, true);
    else view.setUint32(4 * index, value, true);
  return new Uint8Array(view.buffer);
}

function joined(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
