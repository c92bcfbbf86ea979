/** Where a publisher's contact leads: an email is mailed to, a URL opened. */
export const contactHref = (contact: string): string =>
  contact.startsWith("https://") ? new URL(contact).href : `mailto:${encodeURI(contact)}`;
