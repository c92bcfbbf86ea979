import { z } from "zod";

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Whether a text is a domain in lower case. */
export const isDomainName = (text: string) => DOMAIN.test(text);

/** A domain such as `example.com`. */
export const DomainName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(DOMAIN, { error: "is a domain such as example.com" })
  .meta({ description: "A domain.", example: "example.com" });
