import "@/app/globals.css";
import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";

export const metadata: Metadata = { title: "Skills Marketplace" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  await headers();
  return (
    <html lang="en" suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
}
