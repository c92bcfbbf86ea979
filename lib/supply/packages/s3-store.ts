import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { MAX_STORE_SOCKETS } from "@/lib/supply/packages/limits";
import { type PackageStore, storeFailure, storeKey } from "@/lib/supply/packages/store";

/** Where the bucket is. Without `credentials` the usual environment and instance roles are asked. */
export type S3StoreOptions = {
  bucket: string;
  region: string;
  /** Base address of a store other than Amazon's. */
  endpoint?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Put before every key, such as `packages/`. */
  keyPrefix?: string;
};

const CONNECT_TIMEOUT_MS = 5_000;
/** Without a byte for this long the store counts as down. */
const IDLE_TIMEOUT_MS = 60_000;
/** Shorter than the idle timeout of transactions: removing a package holds one open meanwhile. */
const REMOVE_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 3;
const AGENT = { keepAlive: true, maxSockets: MAX_STORE_SOCKETS };
/** Every failure is thrown with its cause, so the library need not print it as well. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** Keeps packages in a bucket of any store that speaks S3. */
export function s3Store(options: S3StoreOptions): PackageStore {
  const client = new S3Client(clientConfig(options));
  const address = (sha256: string) => ({
    Bucket: options.bucket,
    Key: `${options.keyPrefix ?? ""}${storeKey(sha256)}`,
  });
  const has = async (sha256: string) => {
    try {
      await client.send(new HeadObjectCommand(address(sha256)));
      return true;
    } catch (cause) {
      if (cause instanceof NotFound) return false;
      throw storeFailure(cause);
    }
  };
  return {
    has,
    async remove(sha256) {
      try {
        const abortSignal = AbortSignal.timeout(REMOVE_TIMEOUT_MS);
        await client.send(new DeleteObjectCommand(address(sha256)), { abortSignal });
      } catch (cause) {
        throw storeFailure(cause);
      }
    },
    async put(sha256, filePath, sizeBytes) {
      if (await has(sha256)) return;
      try {
        const { size } = await stat(filePath);
        if (size !== sizeBytes) throw new Error("the package's size is not as announced");
        const body = {
          Body: createReadStream(filePath),
          ContentLength: sizeBytes,
          ContentType: "application/zip",
        };
        await client.send(new PutObjectCommand({ ...address(sha256), ...body }));
      } catch (cause) {
        throw storeFailure(cause);
      }
    },
    async open(sha256, range) {
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ ...address(sha256), Range }));
        if (Body === undefined) throw new Error("the store sent no body");
        const stream = Body.transformToWebStream();
        if (range === undefined || ContentLength === range.end - range.start + 1) return stream;
        await stream.cancel();
        throw new Error("the store did not send the part that was asked for");
      } catch (cause) {
        throw storeFailure(cause);
      }
    },
  };
}

function clientConfig(options: S3StoreOptions): S3ClientConfig {
  return {
    region: options.region,
    endpoint: options.endpoint,
    credentials: options.credentials,
    // Stores other than Amazon's know buckets by path only.
    forcePathStyle: options.endpoint !== undefined,
    // The default puts checksums inside the streamed body, which other stores keep as part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    logger: SILENT,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      // The library's default is 50 sockets, and further requests would wait for one without a timeout.
      httpAgent: AGENT,
      httpsAgent: AGENT,
    },
  };
}
