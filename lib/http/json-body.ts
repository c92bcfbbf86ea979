import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

/** Shorter JSON is not compressed: it fits one network packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024;
/** Shorter text is cheaper when sent in one write with its headers. */
const MIN_ENCODED_CHARACTERS = 2_048;
/** Longer text is compressed by a thread; below this, the handover costs more than the work. */
const MAX_SYNC_BYTES = 32 * 1_024;
const GZIP_LEVEL = 6;
/** About the time of gzip, and a tenth smaller. */
const BROTLI_QUALITY = 4;

/** A content coding that answers may have. */
export type Coding = "br" | "gzip";
type Bytes = Uint8Array<ArrayBuffer>;

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
const inThread = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** JSON text with its bytes, ETag and compressed forms, each made once and only when it is asked for. */
export class JsonBody {
  readonly text: string;
  #bytes: Bytes | undefined;
  #etag: string | undefined;
  #compressed: Partial<Record<Coding, Promise<Bytes>>> = {};
  #isReused = false;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether the JSON is long enough to be compressed. */
  get isCompressible(): boolean {
    // One character is at least one byte, so that most texts need not be encoded to know.
    return this.text.length >= MIN_COMPRESSED_BYTES || Buffer.byteLength(this.text) >= MIN_COMPRESSED_BYTES;
  }

  /** Weak, because the compressed forms share this ETag. */
  get etag(): string {
    this.#etag ??= `W/"${hash("sha1", this.text, "base64url")}"`;
    return this.#etag;
  }

  /** The uncompressed body: text, and for long ones bytes from the second use on. */
  plain(): string | Bytes {
    if (this.text.length < MIN_ENCODED_CHARACTERS) return this.text;
    if (!this.#isReused) {
      this.#isReused = true;
      return this.text;
    }
    this.#bytes ??= Buffer.from(this.text);
    return this.#bytes;
  }

  /** The JSON in a coding. */
  compressed(coding: Coding): Promise<Bytes> {
    const made = this.#compressed[coding] ?? compress(this.text, coding);
    this.#compressed[coding] = made;
    return made;
  }
}

async function compress(text: string, coding: Coding): Promise<Bytes> {
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_SYNC_BYTES)
    return inThread[coding](bytes, coding === "br" ? brotliOptions : { level: GZIP_LEVEL });
  return coding === "br" ? brotliCompressSync(bytes, brotliOptions) : gzipSync(bytes, { level: GZIP_LEVEL });
}
