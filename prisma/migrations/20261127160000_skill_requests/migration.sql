-- CreateTable
CREATE TABLE "skill_request" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "votes" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reported_at" TIMESTAMPTZ(3),
    "cleared_at" TIMESTAMPTZ(3),

    CONSTRAINT "skill_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "skill_request_vote" (
    "request_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_request_vote_pkey" PRIMARY KEY ("request_id","account_id")
);

-- CreateTable
CREATE TABLE "skill_request_offer" (
    "request_id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_request_offer_pkey" PRIMARY KEY ("request_id","skill_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "skill_request_words_key" ON "skill_request"("words");

-- CreateIndex
CREATE INDEX "skill_request_account_id_idx" ON "skill_request"("account_id");

-- CreateIndex
CREATE INDEX "skill_request_votes_id_idx" ON "skill_request"("votes" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "skill_request_created_at_id_idx" ON "skill_request"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "skill_request_vote_account_id_idx" ON "skill_request_vote"("account_id");

-- CreateIndex
CREATE INDEX "skill_request_offer_skill_id_idx" ON "skill_request_offer"("skill_id");

-- AddForeignKey
ALTER TABLE "skill_request" ADD CONSTRAINT "skill_request_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skill_request_vote" ADD CONSTRAINT "skill_request_vote_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "skill_request"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skill_request_vote" ADD CONSTRAINT "skill_request_vote_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skill_request_offer" ADD CONSTRAINT "skill_request_offer_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "skill_request"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skill_request_offer" ADD CONSTRAINT "skill_request_offer_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

