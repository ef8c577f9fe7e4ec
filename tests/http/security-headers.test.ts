import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { testSite } from "#tests/support/worker";

const worker = await testSite();
const { admin } = await worker.business();

const answers = [
  ["a public page", () => worker.visitor().get("/login")],
  ["a business page", () => admin.get("/customers")],
  ["an API response", () => admin.get("/api/customers")],
  ["an API error", () => worker.visitor().get("/api/customers")],
  ["an unknown URL", () => worker.visitor().get("/no-such-page")],
] as const;

test.each(answers)(
  "%s has headers that enforce HTTPS and its content type and forbid framing and caching",
  async (_, get) => {
    const { headers } = await get();
    expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains; preload");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("content-type")).toMatch(/; ?charset=utf-8|^application\/json/i);
    const policy = headers.get("content-security-policy") ?? "";
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "'strict-dynamic'"])
      expect(policy).toContain(part);
    expect(policy).toMatch(/script-src 'nonce-[^']+'/);
    expect(policy).not.toContain("unsafe");
  },
);

test.each(answers)("%s cannot be read by another origin", async (_, get) => {
  expect((await get()).headers.get("access-control-allow-origin")).toBeNull();
  const foreign = { headers: { origin: "https://evil.example" } };
  expect((await admin.get("/api/customers", foreign)).headers.get("access-control-allow-origin")).toBeNull();
});

/** One file of each type in each folder, requested like browsers do. */
const files = new Map(
  readdirSync("build/client", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("_"))
    .map(({ name, parentPath }) => [parentPath + name.slice(name.lastIndexOf(".")), `${parentPath}/${name}`] as const),
);

test.each([...files.values()].map((file) => file.slice("build/client".length)))(
  "the file %s has headers that enforce HTTPS and its content type",
  async (path) => {
    const { status, headers } = await worker.visitor().get(path.replace(/\.html$/, ""));
    expect(status).toBe(200);
    expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains; preload");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  },
);
