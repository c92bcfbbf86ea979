import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";

/** Sigstore's own with a certificate and a log entry have some ten thousand. */
export const MAX_BUNDLE_BYTES = 64 * 1024;

export const BundleInput = z
  .strictObject({
    bundle: z.record(z.string(), z.unknown()).meta({
      description: "A Sigstore bundle: a signature of the archive, or an in-toto statement about its SHA-256.",
      example: { mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json" },
    }),
  })
  .meta({ id: "BundleInput" });
export type BundleInput = z.output<typeof BundleInput>;

export const PublisherBundle = z
  .object({
    signer: z.string().meta({
      description: "The identity in its certificate, or the name of the key.",
      example: "https://github.com/ada/meeting-minutes/.github/workflows/release.yml@refs/tags/v1.2.0",
    }),
    issuer: z.string().nullable().meta({
      description: "Who issued that identity; null for a key.",
      example: "https://token.actions.githubusercontent.com",
    }),
    sha256: z.string().meta({ description: "The archive that it is about." }),
    url: z.string().meta({ description: "Where anyone reads it.", example: "/attestations/sha256:9f86d081" }),
    verified_at: Time,
  })
  .meta({ id: "PublisherBundle" });
export type PublisherBundle = z.input<typeof PublisherBundle>;
