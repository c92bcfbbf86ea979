import ipaddr from "ipaddr.js";

/**
 * Special-purpose ranges that ipaddr.js treats as unicast, or that embed another address: IANA's IPv4 and IPv6
 * Special-Purpose Address Registries.
 */
const SPECIAL = [
  // Not in the registries: a public address at which one cloud serves its machines' metadata.
  "168.63.129.16/32",
  "0.0.0.0/8",
  "100.64.0.0/10",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "240.0.0.0/4",
  "::/96",
  "::ffff:0:0/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "100:0:0:1::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
  "5f00::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
].map((range) => ipaddr.parseCIDR(range));

/** The only IPv6 range that IANA has opened for public use. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Whether an IP address is on the public internet, so not in our own network. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address.kind() === "ipv6" && !address.match(GLOBAL_IPV6)) return false;
  return !SPECIAL.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** Whether a host name may name something on the public internet: a domain of more than one label, under no reserved one. */
export function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return name.includes(".") && !/\.(localhost|local|internal|home\.arpa|test|invalid|onion)$/.test(name);
}
