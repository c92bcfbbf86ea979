import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { BundleInput, MAX_BUNDLE_BYTES, PublisherBundle } from "@/lib/supply/publishing/bundle-schemas";
import * as bundles from "@/lib/supply/publishing/bundles";

export const PUT = endpoint(
  {
    operationId: "putPackageBundle",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Add a Sigstore bundle of your own to the newest package of one of your skills",
    description:
      "It is verified against the marketplace's Sigstore roots and shown with the version. It is about the archive whose SHA-256 the upload returned.",
    params: IdParams,
    body: BundleInput,
    maxBodyBytes: MAX_BUNDLE_BYTES,
    result: PublisherBundle,
    limit: "upload",
    errors: ["no_package", "bundles_off", "trusted_publisher_required", "too_many_in_flight"],
  },
  ({ caller, params, body }) => bundles.put(caller, params.id, body),
);
