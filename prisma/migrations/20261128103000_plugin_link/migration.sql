-- AlterTable
ALTER TABLE "install_link" ALTER COLUMN "slug" DROP NOT NULL;
