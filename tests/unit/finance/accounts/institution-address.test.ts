import { expect, test } from "vitest";
import { Institution } from "~/domain/finance/accounts/schema";

test.each([
  ["bank.example", "https://bank.example"],
  ["//evil.example", "https://evil.example"],
  ["//evil.example/a//b", "https://evil.example/a//b"],
  ["http://bank.example/path?q=1", "http://bank.example/path?q=1"],
])("the website %s is stored as %s", (given, stored) => {
  expect(Institution.parse({ name: "A", website: given }).website).toBe(stored);
});

test.each([
  "////evil.example",
  "https:////evil.example",
  "https:///evil.example",
  "https://\\evil.example",
  "/\\evil.example",
])("the website %s is rejected", (given) => {
  expect(Institution.safeParse({ name: "A", website: given }).success).toBe(false);
});
