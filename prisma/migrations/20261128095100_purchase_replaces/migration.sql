CREATE UNIQUE INDEX CONCURRENTLY "purchase_replaces_id_key" ON "purchase"("replaces_id");
