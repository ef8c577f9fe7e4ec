import { expect, test } from "vitest";
import { hostAddress } from "~/domain/code-hosts/host-address";

test.each([
  ["gitlab.example.com", "https://gitlab.example.com"],
  ["https://gitlab.example.com/", "https://gitlab.example.com"],
  ["https://gitlab.example.com/api/v4", "https://gitlab.example.com"],
  ["https://example.com/gitlab/", "https://example.com/gitlab"],
  ["https://gitlab.example.com:8443", "https://gitlab.example.com:8443"],
  ["https://8.8.8.8", "https://8.8.8.8"],
  ["https://[2606:4700::1111]", "https://[2606:4700::1111]"],
])("%s becomes %s", (typed, address) => {
  expect(hostAddress(typed, false)).toEqual({ address });
});

test.each([
  "http://gitlab.example.com",
  "https://localhost",
  "https://localhost.",
  "https://gitlab.localhost",
  "https://gitlab.internal",
  "https://gitlab.local",
  "https://intranet",
  "https://127.0.0.1",
  "https://127.1",
  "https://2130706433",
  "https://0x7f.1",
  "https://0177.0.0.1",
  "https://0.0.0.0",
  "https://10.1.2.3",
  "https://172.16.0.1",
  "https://172.31.255.255",
  "https://192.168.1.1",
  "https://169.254.169.254",
  "https://100.64.0.1",
  "https://198.18.0.1",
  "https://224.0.0.1",
  "https://255.255.255.255",
  "https://[::1]",
  "https://[::]",
  "https://[::ffff:127.0.0.1]",
  "https://[::ffff:7f00:1]",
  "https://[fe80::1]",
  "https://[fd00::1]",
  "https://[2002:7f00:1::]",
  "https://[64:ff9b::7f00:1]",
  "https://[2001:db8::1]",
  "https://user:password@gitlab.example.com",
  "https://gitlab.example.com?x=1",
  "https://gitlab.example.com#x",
  "https://gitlab.example.com\\@127.0.0.1",
  "ftp://gitlab.example.com",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "https://",
  "",
  "two words.example.com",
  `https://${"a".repeat(400)}.com`,
])("%s is rejected", (typed) => {
  expect(hostAddress(typed, false)).toEqual({ problem: expect.any(String) });
});

test("a server on the local network is allowed in local mode", () => {
  expect(hostAddress("http://localhost:3000/", true)).toEqual({ address: "http://localhost:3000" });
  expect(hostAddress("http://user@localhost", true)).toEqual({ problem: expect.any(String) });
});
