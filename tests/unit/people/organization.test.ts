import { expect, test } from "vitest";
import { invitationState } from "~/domain/people/member";
import { OrganizationSettings } from "~/domain/people/schema";
import { imageType } from "~/domain/shared/files/image-type";

const text = (value: string) => new TextEncoder().encode(value);

test.each([
  ["PNG", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), "image/png"],
  ["JPEG", new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg"],
  ["WebP", text("RIFF\0\0\0\0WEBPVP8 "), "image/webp"],
  ["SVG", text("<svg xmlns='http://www.w3.org/2000/svg'>"), null],
  ["SVG after an XML declaration", text("<?xml version='1.0'?><svg>"), null],
  ["GIF", text("GIF89a"), null],
  ["HTML", text("<!doctype html>"), null],
  ["another RIFF", text("RIFF\0\0\0\0WAVEfmt "), null],
  ["nothing", new Uint8Array(), null],
])("%s is detected by its first bytes", (_, bytes, type) => {
  expect(imageType(bytes)).toBe(type);
});

const settings = { version: "1", name: "North Wind", timeZone: "America/Chicago" };

test("typed settings are normalized for storage", () => {
  const stored = OrganizationSettings.parse({
    ...settings,
    phone: "+1 (218) 555-0142",
    email: " Office@Example.com ",
    line1: "",
  });
  expect(stored).toMatchObject({ phone: "+12185550142", email: "office@example.com", line1: null });
});

test.each([
  ["name", ""],
  ["name", "x".repeat(121)],
  ["name", "two\nlines"],
  ["timeZone", "Mars/Olympus"],
  ["timeZone", "+02:00"],
  ["phone", "call me"],
  ["email", "nobody"],
  ["city", "x".repeat(101)],
  ["version", "0"],
])("%s of %j is rejected next to its field", (field, value) => {
  const result = OrganizationSettings.safeParse({ ...settings, [field]: value });
  expect(result.error?.issues.map((issue) => issue.path[0])).toEqual([field]);
});

test("an invitation is pending until its link expires", () => {
  expect(invitationState("2026-11-27T09:00:00.000Z", "2026-11-27T08:59:59.999Z")).toBe("pending");
  expect(invitationState("2026-11-27T09:00:00.000Z", "2026-11-27T09:00:00.000Z")).toBe("expired");
});
