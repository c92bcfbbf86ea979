-- How a call went is written with its usage record: a row of its own for every call cost a sixth of the calls a second.
ALTER TABLE "usage_record" ADD COLUMN "request_id" TEXT, ADD COLUMN "endpoint_status" SMALLINT, ADD COLUMN "endpoint_answers" SMALLINT,
  ADD COLUMN "first_byte_ms" INTEGER, ADD COLUMN "request_bytes" INTEGER, ADD COLUMN "response_bytes" INTEGER;
ALTER TABLE "call_detail" DROP COLUMN "request_id", DROP COLUMN "status", DROP COLUMN "requests", DROP COLUMN "first_byte_ms",
  DROP COLUMN "request_bytes", DROP COLUMN "response_bytes";
