import { expect, test } from "vitest";
import { commonPasswords } from "~/domain/auth/password/common-passwords";
import { passwordProblem } from "~/domain/auth/password/password";

test.each([
  "quiet-duct-4-cold-morning",
  "comfort-demo-2026",
  "all lower case words",
  "12 34 56 78 90 ab",
  "пароль-на-кухне",
  "🔥🔥❄️",
  `${"a".repeat(1000)}b`,
])("%s is accepted", (password) => {
  expect(passwordProblem(password)).toBeNull();
});

test.each([
  ["short 7", "at least 8"],
  ["x".repeat(1025), "at most 1024 bytes"],
  ["é".repeat(513), "at most 1024 bytes"],
  ["password1", "too common"],
  ["PASSWORD1", "too common"],
  ["Passw0rd", "too common"],
  ["1234567890", "too common"],
  ["qwertyuiop", "too common"],
  ["Summer2026!", "too common"],
  ["aaaaaaaaaaaaaaaa", "too common"],
  ["ｐａｓｓｗｏｒｄ１", "too common"],
])("%s is rejected", (password, because) => {
  expect(passwordProblem(password)).toContain(because);
});

test.each(["ada.marsh@example.com", "Ada.Marsh", "Ada Marsh"])("the user's own %s is rejected", (password) => {
  expect(passwordProblem(password, ["ada.marsh@example.com", "Ada", "Marsh", "Ada Marsh"])).toContain("name or email");
});

test("the common passwords list is long, lowercase and has only entries that pass the length check", () => {
  expect(commonPasswords.size).toBeGreaterThanOrEqual(3000);
  for (const password of commonPasswords) {
    expect(password).toBe(password.toLowerCase());
    expect(new TextEncoder().encode(password).length).toBeGreaterThanOrEqual(8);
  }
});
