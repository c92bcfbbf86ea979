DROP INDEX "webhook_delivery_next_try_at_idx";
