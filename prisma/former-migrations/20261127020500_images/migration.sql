CREATE TABLE "skill_image" (
    "owner_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "put_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_image_pkey" PRIMARY KEY ("owner_id", "sha256"),
    CONSTRAINT "skill_image_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "skill_image_sha256_idx" ON "skill_image"("sha256");

ALTER TABLE "skill_revision" ADD COLUMN "icon" TEXT, ADD COLUMN "screenshots" JSON;
ALTER TABLE "listing" ADD COLUMN "icon" TEXT, ADD COLUMN "screenshots" JSON;
