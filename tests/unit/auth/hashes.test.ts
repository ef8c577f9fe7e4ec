import { expect, test } from "vitest";
import { checkPassword, hashPassword } from "~/domain/auth/password/passwords.server";

test("a password matches its hash in any Unicode form", async () => {
  const stored = await hashPassword("crème brûlée");
  expect(stored).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await checkPassword("crème brûlée".normalize("NFD"), stored)).toEqual({ ok: true, rehash: false });
  expect((await checkPassword("creme brulee", stored)).ok).toBe(false);
});

test("two hashes of the same password differ", async () => {
  const [one, other] = await Promise.all([hashPassword("same password"), hashPassword("same password")]);
  expect(one).not.toBe(other);
});

test("a hash with weaker parameters needs a rehash", async () => {
  const weak = "$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$";
  const { scryptSync } = await import("node:crypto");
  const key = scryptSync("old password", Buffer.from("c2FsdHNhbHRzYWx0c2FsdA", "base64"), 32, { N: 16, r: 8, p: 1 });
  const stored = weak + key.toString("base64").replace(/=+$/, "");
  expect(await checkPassword("old password", stored)).toEqual({ ok: true, rehash: true });
});

test("without a stored password, sign-in fails and takes as long as with a wrong one", async () => {
  const stored = await hashPassword("a real password");
  // CPU time, which other programs do not affect; the least of several, because garbage collection counts too.
  const workOf = async (hash: string | null) => {
    const samples: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const began = process.cpuUsage();
      expect((await checkPassword("guess", hash)).ok).toBe(false);
      samples.push(process.cpuUsage(began).user);
    }
    return Math.min(...samples);
  };
  const [known, unknown] = [await workOf(stored), await workOf(null)];
  expect(unknown).toBeGreaterThan(known / 3);
  expect(unknown).toBeLessThan(known * 3);
});
