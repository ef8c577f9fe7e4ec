import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { localHost } from "../../../scripts/steps.mjs";

test.each([undefined, "localhost", "127.0.0.1", "127.8.0.1", "::1"])(
  "the demo listens only on this machine: %s",
  (HOST) => {
    expect(localHost({ HOST })).toBe(HOST ?? "localhost");
  },
);

test("the demo is exposed to the network if that is intended", () => {
  expect(localHost({ HOST: "0.0.0.0", SHARE_DEMO: "1" })).toBe("0.0.0.0");
});

test.each(["0.0.0.0", "::", "192.168.1.5", "", "127.0.0.1.evil.example", "localhost.evil.example"])(
  "npm start rejects a host that others can reach before doing anything: '%s'",
  (HOST) => {
    const env = { ...process.env, HOST, SHARE_DEMO: "" };
    const { status, stderr } = spawnSync(process.execPath, ["scripts/start.mjs"], { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("SHARE_DEMO=1")]);
  },
);
