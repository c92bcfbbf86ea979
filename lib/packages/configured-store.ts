import { join } from "node:path";
import { env } from "@/lib/core/env";
import { folderStore } from "@/lib/packages/folder-store";
import { s3Store } from "@/lib/packages/s3-store";
import type { PackageStore } from "@/lib/packages/store";

let opened: PackageStore | undefined;

/** Where this installation stores its packages: an S3 bucket when one is configured, else a folder. */
export function store(): PackageStore {
  opened ??= openStore();
  return opened;
}

function openStore(): PackageStore {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, DATA_DIR } = env();
  if (!S3_BUCKET) return folderStore(join(DATA_DIR, "packages"));
  return s3Store({
    bucket: S3_BUCKET,
    region: S3_REGION,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT }),
    ...(S3_ACCESS_KEY_ID &&
      S3_SECRET_ACCESS_KEY && {
        credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      }),
  });
}
