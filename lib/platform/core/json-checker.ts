/** What is wrong with a JSON text: it is none, or it nests too deep. */
export type JsonProblem = "invalid" | "too_deep";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LETTER_U = 0x75;
const ZERO = 0x30;
const FIRST_PRINTABLE = 0x20;
const HEX_DIGITS = 4;

/** Numbers and words, of which nothing else in JSON is made (RFC 8259). */
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const ESCAPABLE = new Set([...'"\\/bfnrtu'].map((sign) => sign.charCodeAt(0)));

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const isHex = (byte: number) => isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
const isOfScalar = (byte: number) =>
  isDigit(byte) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x2d || byte === 0x2e || byte === 0x2b || byte === 0x45;

// What is expected next. Numbers, since they are compared for every byte of an answer.
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY = 2;
const KEY_OR_END = 3;
const COLON_NEXT = 4;
const COMMA_OR_END = 5;
const TEXT = 6;
const ESCAPE = 7;
const HEX = 8;
const IN_SCALAR = 9;

/**
 * Checks JSON while it arrives, in parts of any size, and builds nothing of it: what a value of a few megabytes becomes in
 * memory may be fifty times as large. Whether the bytes are UTF-8 is for the caller to check.
 */
export class JsonChecker {
  readonly #maxDepth: number;
  #state = VALUE;
  #problem: JsonProblem | null = null;
  /** Whether each open container is an object. */
  readonly #isObjectAt: boolean[] = [];
  #isKey = false;
  #hexLeft = 0;
  /** The beginning of a scalar that goes on in the next part. */
  #scalar = "";

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  /** Takes the next part. Returns what is wrong by now, for good. */
  push(bytes: Uint8Array): JsonProblem | null {
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 0; at < part.length && !this.#problem; at++) {
      const byte = part[at] as number;
      if (this.#state === TEXT) at = this.#takeText(part, at);
      else if (this.#state === ESCAPE || this.#state === HEX) this.#takeEscaped(byte);
      else if (this.#state === IN_SCALAR || (this.#state <= VALUE_OR_END && isOfScalar(byte)))
        at = this.#takeScalar(part, at);
      else if (!isSpace(byte)) this.#takeSign(byte);
    }
    return this.#problem;
  }

  /** Ends the JSON. Returns what is wrong with it, or null when it was one value. */
  end(): JsonProblem | null {
    if (!this.#problem && this.#state === IN_SCALAR) this.#endScalar();
    const isWhole = this.#state === COMMA_OR_END && this.#isObjectAt.length === 0;
    if (!isWhole) this.#problem ??= "invalid";
    return this.#problem;
  }

  /** Takes a sign outside of texts and scalars. */
  #takeSign(byte: number): void {
    const state = this.#state;
    const isEnd = byte === CLOSE_ARRAY || byte === CLOSE_OBJECT;
    if (isEnd && (state === COMMA_OR_END || state === VALUE_OR_END || state === KEY_OR_END)) this.#close(byte);
    else if (state === COMMA_OR_END && byte === COMMA && this.#isObjectAt.length > 0)
      this.#state = this.#isObjectAt.at(-1) ? KEY : VALUE;
    else if (state === COLON_NEXT && byte === COLON) this.#state = VALUE;
    else if (byte === QUOTE && state <= KEY_OR_END) {
      this.#isKey = state >= KEY;
      this.#state = TEXT;
    } else if ((byte === OPEN_ARRAY || byte === OPEN_OBJECT) && state <= VALUE_OR_END) this.#open(byte);
    else this.#problem = "invalid";
  }

  #open(byte: number): void {
    if (this.#isObjectAt.length === this.#maxDepth) this.#problem = "too_deep";
    this.#isObjectAt.push(byte === OPEN_OBJECT);
    this.#state = byte === OPEN_OBJECT ? KEY_OR_END : VALUE_OR_END;
  }

  #close(byte: number): void {
    if (this.#isObjectAt.pop() !== (byte === CLOSE_OBJECT)) this.#problem = "invalid";
    this.#state = COMMA_OR_END;
  }

  /** Takes the next signs of a text, up to its end or to an escape. Returns where it stopped. */
  #takeText(part: Buffer, from: number): number {
    for (let at = from; at < part.length; at++) {
      const byte = part[at] as number;
      if (byte === QUOTE) this.#state = this.#isKey ? COLON_NEXT : COMMA_OR_END;
      else if (byte === BACKSLASH) this.#state = ESCAPE;
      else if (byte < FIRST_PRINTABLE) this.#problem = "invalid";
      else continue;
      return at;
    }
    return part.length;
  }

  #takeEscaped(byte: number): void {
    if (this.#state === HEX) {
      if (!isHex(byte)) this.#problem = "invalid";
      this.#hexLeft--;
    } else {
      if (!ESCAPABLE.has(byte)) this.#problem = "invalid";
      this.#hexLeft = byte === LETTER_U ? HEX_DIGITS : 0;
    }
    this.#state = this.#hexLeft > 0 ? HEX : TEXT;
  }

  /** Takes the next signs of a number or word, up to its end. Returns where the last of them is. */
  #takeScalar(part: Buffer, from: number): number {
    let at = from;
    let isDigits = this.#scalar === "" && part[from] !== ZERO;
    for (; at < part.length && isOfScalar(part[at] as number); at++) isDigits = isDigits && isDigit(part[at] as number);
    this.#state = IN_SCALAR;
    // Most scalars are plain integers: they need no text made of them.
    if (isDigits && at < part.length && at > from) this.#state = COMMA_OR_END;
    else {
      this.#scalar += part.toString("latin1", from, at);
      if (at < part.length) this.#endScalar();
    }
    return at - 1;
  }

  #endScalar(): void {
    if (!SCALAR.test(this.#scalar)) this.#problem = "invalid";
    this.#scalar = "";
    this.#state = COMMA_OR_END;
  }
}
