-- Browser sessions of administrators that show the pages of another account for a short time.
CREATE TABLE "impersonation" (
    "session_id" UUID NOT NULL,
    "administrator_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "impersonation_pkey" PRIMARY KEY ("session_id"),
    CONSTRAINT "impersonation_of_another" CHECK ("administrator_id" <> "account_id")
);
