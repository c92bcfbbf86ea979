import { expect, test } from "vitest";
import { networkOf, siteOf } from "@/lib/platform/ratelimit/network";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2:a:b:c:d]:4431", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["64:ff9b::203.0.113.7", "203.0.113.7"],
  ["unknown", "unknown"],
  ["not:an:address", "not:an:address"],
])("limits count %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("neighboring networks are distinct", () => {
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
});

test.each([
  ["2001:db8:1:2::1", "2001:db8:1::/48"],
  ["[2001:db8:1:ffff::1]:4431", "2001:db8:1::/48"],
  ["203.0.113.7", null],
  ["::ffff:203.0.113.7", null],
  ["64:ff9b::203.0.113.7", null],
  ["unknown", null],
])("the site of %s is %s", (address, site) => {
  expect(siteOf(address)).toBe(site);
});
