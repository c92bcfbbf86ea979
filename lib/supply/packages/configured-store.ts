import { join } from "node:path";
import { env } from "@/lib/platform/core/env";
import { folderStore } from "@/lib/supply/packages/folder-store";
import type { S3StoreOptions } from "@/lib/supply/packages/s3-store";
import type { PackageStore } from "@/lib/supply/packages/store";

let opened: PackageStore | undefined;

/** Where this installation stores its packages: an S3 bucket when one is configured, else a folder. */
export function store(): PackageStore {
  opened ??= openStore();
  return opened;
}

function openStore(): PackageStore {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, DATA_DIR } = env();
  if (!S3_BUCKET) return folderStore(join(DATA_DIR, "packages"));
  return bucket({
    bucket: S3_BUCKET,
    region: S3_REGION,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT }),
    ...(S3_ACCESS_KEY_ID &&
      S3_SECRET_ACCESS_KEY && {
        credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      }),
  });
}

/** The store of a bucket; its client is loaded only now, so that an installation with a folder does not pay for it in memory. */
function bucket(options: S3StoreOptions): PackageStore {
  const opened = import("@/lib/supply/packages/s3-store").then(({ s3Store }) => s3Store(options));
  return {
    has: async (sha256) => (await opened).has(sha256),
    put: async (sha256, filePath, sizeBytes) => (await opened).put(sha256, filePath, sizeBytes),
    open: async (sha256, range) => (await opened).open(sha256, range),
    remove: async (sha256) => (await opened).remove(sha256),
  };
}
