import { z } from "zod";

/** The version of the archive's shape; one that this release does not know is refused. */
export const FORMAT = 1;
export const MANIFEST = "manifest.json";

/** The contents of an archive, written as its last entry, which proves that the archive is complete. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  product: z.string(),
  createdAt: z.string(),
  /** The migrations of the database, in their order; a restore begins with just these. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), sha256: z.string() })),
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** SHA-256 of each package and image; its entry has this name. */
  packages: z.array(z.string()),
  /** Files of the data folder: the secrets that a local installation made for itself. */
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
});
export type Manifest = z.output<typeof Manifest>;

export const tableEntry = (name: string) => `tables/${name}.tsv`;
export const packageEntry = (sha256: string) => `packages/${sha256}.zip`;
export const fileEntry = (name: string) => `files/${name}`;
