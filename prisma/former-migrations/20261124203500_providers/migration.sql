-- A provider's account signs in to one account here.
CREATE UNIQUE INDEX "credential_provider_id_external_id_key" ON "credential"("provider_id", "external_id");
