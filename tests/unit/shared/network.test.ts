import { expect, test } from "vitest";
import { addressKey, networkOf } from "~/domain/shared/network/network";

test.each([
  ["203.0.113.9", "203.0.113.x", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.x", "203.0.113.9"],
  ["2001:db8:7:1:2:3:4:5", "2001:db8:7::/48", "2001:db8:7:1::/64"],
  ["2001:0DB8:0007:0001::1", "2001:db8:7::/48", "2001:db8:7:1::/64"],
  ["2001:db8::", "2001:db8:0::/48", "2001:db8:0:0::/64"],
  ["::1", "0:0:0::/48", "0:0:0:0::/64"],
])("network and key of %s", (ip, network, key) => {
  expect([networkOf(ip), addressKey(ip)]).toEqual([network, key]);
});

test.each(["", "unknown", "1:2:3", "1:2:3:4:5:6:7:8:9", "1::2::3", "2001:db8:zz::1", "1:2:3:4:5:6:7:8::"])(
  "'%s' is not an address",
  (ip) => {
    expect([networkOf(ip), addressKey(ip)]).toEqual(["", ip]);
  },
);

test("hosts of one IPv6 network share a count, and those of the next do not", () => {
  expect(addressKey("2001:db8:1:2::a")).toBe(addressKey("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  expect(addressKey("2001:db8:1:2::a")).not.toBe(addressKey("2001:db8:1:3::a"));
});
