import { expect, test } from "vitest";
import { jpegOf, pngOf, uprightJpegOf, webpOf } from "#tests/support/pictures";
import { hasTooManyPixels, readPicture } from "~/domain/shared/files/pictures";

const makers = [
  ["JPEG", "image/jpeg", jpegOf],
  ["PNG", "image/png", pngOf],
  ["WebP", "image/webp", webpOf],
] as const;

test.each(makers)("a %s is read with its size and its bytes are kept", (_, type, make) => {
  const bytes = make(640, 480);
  expect(readPicture(bytes)).toEqual({ type, width: 640, height: 480, bytes });
});

test.each(makers)("a %s loses its location, its text and any trailing data", (_, type, make) => {
  const read = readPicture(make(640, 480, { extras: true }));
  expect(read).toMatchObject({ type, width: 640, height: 480 });
  const text = Buffer.from(read?.bytes ?? []).toString("latin1");
  expect(text).not.toMatch(/41\.8781|hidden|Luis|at home|<x/);
  expect(readPicture(Uint8Array.from(read?.bytes ?? []))).toEqual(read);
  if (type !== "image/webp") expect(read?.bytes).toEqual(make(640, 480));
});

test.each(makers)("a %s truncated anywhere is not a picture", (_, __, make) => {
  const whole = make(640, 480);
  for (let length = 0; length < whole.length; length += 1) {
    expect(readPicture(whole.slice(0, length)), `${length} of ${whole.length}`).toBeNull();
  }
});

test.each(makers)("a %s with any byte changed is read within its bounds or rejected", (_, __, make) => {
  const whole = make(640, 480, { extras: true });
  for (let at = 0; at < whole.length; at += 1) {
    for (const value of [0, 0x7f, 0xff]) {
      const changed = whole.slice();
      changed[at] = value;
      const read = readPicture(changed);
      if (read) expect(read.bytes.length).toBeLessThanOrEqual(whole.length + 36);
    }
  }
});

test("a rotated picture keeps its orientation and no other metadata", () => {
  const read = readPicture(uprightJpegOf(640, 480));
  const text = Buffer.from(read?.bytes ?? []).toString("latin1");
  expect(text.match(/Exif/g)).toHaveLength(1);
  expect(read?.bytes.length).toBe(jpegOf(640, 480).length + 36);
  expect(readPicture(Uint8Array.from(read?.bytes ?? []))).toEqual(read);
});

test("pixel data may contain FF bytes and restart markers, and a second scan may follow", () => {
  const scan = [1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xff, 0xd7, 4];
  const bytes = jpegOf(640, 480, { scan });
  expect(readPicture(bytes)?.bytes).toEqual(bytes);
  const second = jpegOf(640, 480, { scan: [1, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 2] });
  expect(readPicture(second)?.bytes).toEqual(second);
});

test.each([
  ["a decompression bomb", 60_000, 60_000, true],
  ["a picture just over the limit", 10_000, 5001, true],
  ["a picture at the limit", 10_000, 5000, false],
])("%s, %i by %i", (_, width, height, isRefused) => {
  for (const make of [jpegOf, pngOf]) {
    const read = readPicture(make(width, height));
    expect(read && hasTooManyPixels(read)).toBe(isRefused);
  }
});

test.each([
  ["a side of 0 pixels", pngOf(0, 480)],
  ["two headers", new Uint8Array([...pngOf(2, 2).slice(0, 33), ...pngOf(2, 2).slice(8)])],
  ["no pixels", new Uint8Array([...pngOf(2, 2).slice(0, 33), 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0, 0, 0, 0])],
  ["words", new TextEncoder().encode("<svg onload='alert(1)'/>")],
])("%s is not a picture", (_, bytes) => {
  expect(readPicture(bytes)).toBeNull();
});
