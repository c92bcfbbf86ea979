import ipaddr from "ipaddr.js";

/** Bits of an IPv6 address that name a network: one customer, often one machine, has all addresses of it. */
const NETWORK_BITS = 64;
/** Where translators put IPv4 clients: the address is in the last 32 bits. */
const TRANSLATED = ipaddr.parseCIDR("64:ff9b::/96");

/** What limits count an address as: an IPv4 address as it is, of an IPv6 one the network; anything else as it is written. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const bare = address.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/%.*$/, "");
  if (!ipaddr.IPv6.isValid(bare)) return address;
  const parsed = ipaddr.IPv6.parse(bare);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const bytes = parsed.toByteArray();
  if (parsed.match(TRANSLATED)) return bytes.slice(-4).join(".");
  const network = bytes.map((byte, index) => (index * 8 < NETWORK_BITS ? byte : 0));
  return `${ipaddr.fromByteArray(network).toString()}/${NETWORK_BITS}`;
}
