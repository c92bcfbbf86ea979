-- AlterTable
ALTER TABLE "listing" ALTER COLUMN "rating_counts" SET DEFAULT ARRAY[(0)::bigint, (0)::bigint, (0)::bigint, (0)::bigint, (0)::bigint];
