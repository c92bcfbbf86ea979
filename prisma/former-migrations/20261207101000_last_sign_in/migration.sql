-- Who can be asked to decide: an administrator who has signed in lately. Former sign-ins are not known.
ALTER TABLE "account" ADD COLUMN "last_signed_in_at" TIMESTAMPTZ(3);
