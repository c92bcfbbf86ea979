import { defineConfig } from "prisma/config";
export default defineConfig({ schema: "/work/main/prisma/schema.prisma", migrations: { path: "/work/main/prisma/migrations" }, datasource: { url: process.env.DATABASE_URL } });
