import { expect, test } from "vitest";
import { frameOptionsOf } from "~/components/app-shell/handle";
import { greetingAt } from "~/http/shell-data.server";

test.each([
  ["2026-11-20T13:30:00Z", "America/Chicago", "Good morning"],
  ["2026-11-20T18:00:00Z", "America/Chicago", "Good afternoon"],
  ["2026-11-21T00:00:00Z", "America/Chicago", "Good evening"],
  ["2026-11-20T09:00:00Z", "America/Chicago", "Hello"],
  ["2026-11-20T13:30:00Z", "Asia/Tokyo", "Good evening"],
  ["2026-11-20T13:30:00Z", undefined, "Hello"],
])("at %s in %s the greeting is '%s'", (now, timeZone, greeting) => {
  expect(greetingAt(new Date(now), timeZone)).toBe(greeting);
});

test("a screen without options has the full frame", () => {
  expect(frameOptionsOf([{ handle: undefined, data: null }])).toEqual({ frame: "page", roomy: false, outdoor: false });
});

test("the innermost screen's options apply, and may depend on its data", () => {
  const byData = (data: unknown) => (data === "day" ? "full-screen" : "page");
  const matches = [
    { handle: { frame: "canvas", roomy: true, outdoor: true }, data: null },
    { handle: { frame: byData }, data: "day" },
  ];
  expect(frameOptionsOf(matches)).toEqual({ frame: "full-screen", roomy: true, outdoor: true });
});
