import ipaddr from "ipaddr.js";

/** Bits of an IPv6 address that name a network: one customer, often one machine, has all addresses of it. */
const NETWORK_BITS = 64;
/** Bits that name a site, which a customer may be given whole: it has 65,536 networks. */
const SITE_BITS = 48;
/** Where translators put IPv4 clients: the address is in the last 32 bits. */
const TRANSLATED = ipaddr.parseCIDR("64:ff9b::/96");

/** What limits count an address as: an IPv4 address as it is, of an IPv6 one the network; anything else as it is written. */
export function networkOf(address: string): string {
  const known = read(address);
  return typeof known === "string" ? known : prefixOf(known, NETWORK_BITS);
}

/** The site that an IPv6 address lies in; null for any other. */
export function siteOf(address: string): string | null {
  const known = read(address);
  return typeof known === "string" ? null : prefixOf(known, SITE_BITS);
}

/** The network that one provider or firm often has whole: the site of an IPv6 address, the first three bytes of an IPv4 one. */
export function wideNetworkOf(address: string): string {
  const known = read(address);
  return typeof known === "string" ? known.replace(/\.\d+$/, ".0/24") : prefixOf(known, SITE_BITS);
}

function read(address: string): string | number[] {
  if (!address.includes(":")) return address;
  const bare = address.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/%.*$/, "");
  if (!ipaddr.IPv6.isValid(bare)) return address;
  const parsed = ipaddr.IPv6.parse(bare);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const bytes = parsed.toByteArray();
  return parsed.match(TRANSLATED) ? bytes.slice(-4).join(".") : bytes;
}

function prefixOf(bytes: number[], bits: number): string {
  const prefix = bytes.map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(prefix).toString()}/${bits}`;
}
