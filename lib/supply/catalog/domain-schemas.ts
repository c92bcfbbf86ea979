import { z } from "zod";
import { DomainName, isDomainName } from "@/lib/platform/core/domain-name";
import { laterTime, Time } from "@/lib/platform/core/fields";
import { pageOf } from "@/lib/platform/core/page";

const NO_DOMAIN = "-";

export const DomainInput = z.strictObject({ domain: DomainName }).meta({ id: "DomainInput" });
export type DomainInput = z.output<typeof DomainInput>;

export const DomainParams = z.object({
  domain: z
    .string()
    .transform((domain) => (isDomainName(domain) ? domain : NO_DOMAIN))
    .meta({ description: "One of your domains.", example: "example.com" }),
});

export const PublisherDomain = z
  .object({
    domain: DomainName,
    txt_name: z.string().meta({ description: "Name of the TXT record.", example: "_skills-marketplace.example.com" }),
    file_url: z.string().meta({
      description: "Or the URL of a file with the same text.",
      example: "https://example.com/.well-known/skills-marketplace.txt",
    }),
    value: z.string().meta({ description: "Content of the record or the file.", example: "skills-marketplace=Zk3fT9" }),
    verified_at: Time.nullable().meta({ description: "When it was verified; null until then." }),
    checked_at: laterTime("2026-11-27T10:00:00.000Z").nullable(),
    failing_since: Time.nullable().meta({
      description: "Since when the proof has been missing; after 14 days the mark ends.",
      example: null,
    }),
  })
  .meta({ id: "PublisherDomain" });
export const PublisherDomainList = pageOf(PublisherDomain).meta({ id: "PublisherDomainList" });
