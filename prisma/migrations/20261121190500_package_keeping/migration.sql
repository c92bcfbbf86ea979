-- What the store of packages holds, so that what no package needs any more can be removed from it.
CREATE TABLE "package_blob" (
    "sha256" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "put_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "package_blob_pkey" PRIMARY KEY ("sha256")
);
INSERT INTO package_blob (sha256, size_bytes, put_at) SELECT sha256, max(size_bytes), max(created_at) FROM skill_package GROUP BY sha256;

-- A package whose bytes were forgotten keeps its version and its hash, so that the version never comes to mean other bytes.
ALTER TABLE "skill_package" ADD COLUMN "forgotten_at" TIMESTAMPTZ(3);
CREATE INDEX "skill_package_sha256_idx" ON "skill_package"("sha256");
CREATE INDEX "skill_revision_package_id_idx" ON "skill_revision"("package_id");

CREATE FUNCTION skill_package_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.skill_id, OLD.version, OLD.sha256, OLD.size_bytes, OLD.created_at)
     IS DISTINCT FROM (NEW.id, NEW.skill_id, NEW.version, NEW.sha256, NEW.size_bytes, NEW.created_at)
     OR OLD.forgotten_at IS NOT DISTINCT FROM NEW.forgotten_at THEN
    RAISE EXCEPTION 'skill_package is append-only' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER skill_package_append_only ON skill_package;
CREATE TRIGGER skill_package_append_only BEFORE DELETE ON skill_package FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER skill_package_frozen BEFORE UPDATE ON skill_package FOR EACH ROW EXECUTE FUNCTION skill_package_frozen();
