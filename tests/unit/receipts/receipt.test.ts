import { expect, test } from "vitest";
import { isSameMerchant, MAX_ZIP_PICTURES, pictureName, zipRefusal } from "~/domain/receipts/receipt";
import { crc32, streamOf, type ZipEntry, zipOf } from "~/domain/shared/files/zip";

test.each([
  ["The Home Depot #4921", "HOME DEPOT", true],
  ["Ferguson", "Ferguson Supply Co", true],
  ["Ferguson", "Grainger", false],
  ["7 11", "7 11", true],
  ["7 11", "76", false],
])("%s and %s are the same merchant: %s", (one, other, same) => {
  expect(isSameMerchant(one, other)).toBe(same);
});

test("a ZIP file is refused for too many pictures or for too large ones, each with its reason", () => {
  expect(zipRefusal([{ bytes: 4_000_000_000 }])).toBeNull();
  expect(zipRefusal([{ bytes: 4_000_000_000 }, { bytes: 1 }])).toBe(
    "This month's pictures are larger than a ZIP file can be, 4 GB. Download the CSV file instead.",
  );
  expect(zipRefusal(Array.from({ length: MAX_ZIP_PICTURES + 1 }, () => ({ bytes: 1 })))).toBe(
    "This month has 901 receipts; a ZIP file holds 900 pictures. Download the CSV file instead.",
  );
});

test("a picture in a ZIP file is named by position, day and merchant", () => {
  const picture = {
    boughtOn: "2026-11-03",
    addedOn: "2026-11-04",
    merchant: "Café / Ålborg",
    contentType: "image/jpeg",
  };
  expect(pictureName(picture, 7)).toBe("007-2026-11-03-cafe-alborg.jpg");
  expect(pictureName({ ...picture, boughtOn: null, merchant: "../", contentType: "image/png" }, 1000)).toBe(
    "1000-2026-11-04-receipt.png",
  );
});

const entry = (name: string, bytes: Uint8Array): ZipEntry => ({
  ...{ name, bytes: bytes.length, crc32: crc32(bytes), date: "2026-11-03" },
  open: () => new Blob([new Uint8Array(bytes)]).stream(),
});

test("the checksum matches the published one", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});

/** Reads an archive by the directory at its end, as ZIP programs do. */
function filesIn(archive: Uint8Array): { name: string; bytes: Uint8Array; isWhole: boolean }[] {
  const view = new DataView(archive.buffer);
  const end = archive.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength));
    const start = view.getUint32(at + 42, true) + 30 + nameLength;
    const bytes = archive.subarray(start, start + view.getUint32(at + 24, true));
    const isWhole = crc32(bytes) === view.getUint32(at + 16, true);
    at += 46 + nameLength;
    return { name, bytes, isWhole };
  });
}

test("every file in an archive is found through its directory, byte for byte", async () => {
  const csv = new TextEncoder().encode("a,b\r\n1,2\r\n");
  const picture = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256);
  const entries = [
    entry("receipts.csv", csv),
    entry("001-2026-11-03-café.jpg", picture),
    entry("empty", new Uint8Array()),
  ];
  const archive = new Uint8Array(await new Response(streamOf(zipOf(entries))).arrayBuffer());
  const files = filesIn(archive);
  expect(files.map(({ name, isWhole }) => [name, isWhole])).toEqual(entries.map(({ name }) => [name, true]));
  expect(files[1]?.bytes).toEqual(picture);
});

test("a download that is given up closes the file it was reading", async () => {
  let isClosed = false;
  const file = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(4)),
    cancel: () => {
      isClosed = true;
    },
  });
  const download = streamOf(zipOf([{ ...entry("1.jpg", new Uint8Array(400)), open: () => file }])).getReader();
  await download.read();
  await download.read();
  await download.cancel();
  expect(isClosed).toBe(true);
});

test("an archive with a truncated file fails instead of looking complete", async () => {
  const short = { ...entry("a", new Uint8Array([1, 2])), bytes: 3 };
  await expect(new Response(streamOf(zipOf([short]))).arrayBuffer()).rejects.toThrow();
});
