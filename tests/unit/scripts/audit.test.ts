import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";

/** A registry's advisories by package name: the response of npm's bulk endpoint. */
type Known = Record<string, { id: number; severity: string; vulnerable_versions: string }[]>;

/** A registry's entry for a package with one version. */
const versionsOf = (name: string) => ({
  name,
  "dist-tags": { latest: "1.0.0" },
  versions: { "1.0.0": { name, version: "1.0.0" } },
});

/** Runs `npm run audit` against a registry with these advisories; returns the package names it received. */
async function audit(known: Known): Promise<{ code: number; requested: string[] }> {
  let requested: string[] = [];
  const registry = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      const isBulk = request.url === "/-/npm/v1/security/advisories/bulk";
      if (isBulk) requested = Object.keys(JSON.parse(gunzipSync(Buffer.concat(parts)).toString()));
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(isBulk ? known : versionsOf(decodeURIComponent(request.url?.slice(1) ?? ""))));
    });
  }).listen(0, "127.0.0.1");
  await once(registry, "listening");
  const address = registry.address();
  const port = typeof address === "object" ? address?.port : 0;
  const cache = mkdtempSync(join(tmpdir(), "audit-"));
  const child = spawn("node", ["scripts/audit.mjs"], {
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: cache,
      npm_config_noproxy: "127.0.0.1",
    },
    stdio: "ignore",
  });
  const [code] = await once(child, "exit");
  registry.close();
  rmSync(cache, { recursive: true });
  return { code, requested };
}

const weakness = (severity: "high" | "moderate") => [
  { id: 1, severity, vulnerable_versions: "*", title: "T", url: "https://x.example" },
];

test("shipped packages are checked, and only high-severity vulnerabilities fail", async () => {
  const clean = await audit({});
  expect(clean.code).toBe(0);
  expect(clean.requested).toEqual(expect.arrayContaining(["hono", "drizzle-orm", "zod"]));
  expect(clean.requested).not.toContain("vitest");
  expect((await audit({ papaparse: weakness("high") })).code).toBe(1);
  expect((await audit({ papaparse: weakness("moderate") })).code).toBe(0);
});
