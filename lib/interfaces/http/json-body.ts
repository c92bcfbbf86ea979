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

export type Coding = "br" | "gzip";
type Bytes = Buffer<ArrayBuffer>;

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
const inThread = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** JSON with its ETag and compressed forms, each made once and only when it is asked for. */
export class JsonBody {
  /** The uncompressed body: bytes when it is long, since one non-Latin letter makes a string take two bytes for every letter. */
  readonly content: string | Bytes;
  #etag: string | undefined;
  #compressed: Partial<Record<Coding, Promise<Bytes>>> = {};

  constructor(text: string) {
    this.content = text.length >= MIN_ENCODED_CHARACTERS ? Buffer.from(text) : text;
  }

  get text(): string {
    return this.content.toString();
  }

  get isCompressible(): boolean {
    // One character is at least one byte, so that most texts need not be encoded to know.
    return this.content.length >= MIN_COMPRESSED_BYTES || Buffer.byteLength(this.content) >= MIN_COMPRESSED_BYTES;
  }

  /** Weak, because the compressed forms share this ETag. */
  get etag(): string {
    this.#etag ??= `W/"${hash("sha1", this.content, "base64url")}"`;
    return this.#etag;
  }

  compressed(coding: Coding): Promise<Bytes> {
    const made = this.#compressed[coding] ?? compress(this.content, coding);
    this.#compressed[coding] = made;
    return made;
  }
}

async function compress(content: string | Bytes, coding: Coding): Promise<Bytes> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  if (bytes.length > MAX_SYNC_BYTES)
    return inThread[coding](bytes, coding === "br" ? brotliOptions : { level: GZIP_LEVEL });
  return coding === "br" ? brotliCompressSync(bytes, brotliOptions) : gzipSync(bytes, { level: GZIP_LEVEL });
}
