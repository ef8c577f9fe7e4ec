import { describe, expect, test } from "vitest";
import { newRecoveryCodes, readCode } from "~/domain/auth/second-step/recovery-code";
import { base32, fromBase32, newTotpSecret, stepAt, timeOf, totpCode, totpUri } from "~/domain/auth/second-step/totp";

const secret = base32(new TextEncoder().encode("12345678901234567890"));

// RFC 6238, appendix B, for SHA-1: the last six of eight digits.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code at second %i matches the standard", async (seconds, code) => {
  expect(await totpCode(secret, stepAt(seconds * 1000))).toBe(code);
});

test("base32 matches the standard and round-trips", () => {
  // RFC 4648, section 10.
  expect(base32(new TextEncoder().encode("fooba"))).toBe("MZXW6YTB");
  expect(new TextDecoder().decode(fromBase32("MZXW6YTB"))).toBe("fooba");
  expect(fromBase32(secret)).toEqual(new TextEncoder().encode("12345678901234567890"));
});

test("a code is valid for its 30 seconds; adjacent steps are recognized, all others are not", async () => {
  const begin = 1_800_000_000_000;
  const code = await totpCode(secret, stepAt(begin));
  const at = (seconds: number) => timeOf(secret, code, begin + seconds * 1000);
  expect(await Promise.all([0, 15, 29.999].map(at))).toEqual(Array(3).fill("now"));
  expect(await Promise.all([30, 59.999].map(at))).toEqual(Array(2).fill("before"));
  expect(await Promise.all([-0.001, -30].map(at))).toEqual(Array(2).fill("next"));
  expect(await Promise.all([-30.001, 60].map(at))).toEqual([null, null]);
  expect(await timeOf(secret, "", begin)).toBeNull();
});

test("a secret has 160 bits and is in the app's URI with the account's name", () => {
  const made = newTotpSecret();
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(made);
  expect(totpUri(made, "ada+1@example.com")).toBe(
    `otpauth://totp/Plenum:ada%2B1%40example.com?secret=${made}&issuer=Plenum`,
  );
});

describe("entered codes", () => {
  test.each([
    ["123456", "totp", "123456"],
    [" 123 456 ", "totp", "123456"],
    ["abcd-efgh-jklm-npqr", "recovery", "ABCDEFGHJKLMNPQR"],
    ["12345", "recovery", "12345"],
  ])("%j is read as %s", (typed, kind, code) => {
    expect(readCode(typed)).toEqual({ kind, code });
  });

  test("ten recovery codes differ and have 140 bits each", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/);
  });
});
