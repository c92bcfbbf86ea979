CREATE INDEX CONCURRENTLY "topup_order_card_fingerprint_idx" ON "topup_order"("card_fingerprint");
