-- The orders of searches are not stored between requests any more, so nothing asks for the version of their words.
DROP FUNCTION IF EXISTS catalog_version_count() CASCADE;
DROP TABLE "catalog_version";
