import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no use case hashes an unchecked password", () => {
  const files = ["app", "worker"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const hashing = files.filter((file) => /\.tsx?$/.test(file) && /\bhashPassword\(/.test(readFileSync(file, "utf8")));
  // Sign-in rehashes a password it has just verified.
  const own = ["password/new-password.server.ts", "password/passwords.server.ts", "sign-in.server.ts"];
  expect(hashing.sort()).toEqual(own.map((name) => `app/domain/auth/${name}`));
});
