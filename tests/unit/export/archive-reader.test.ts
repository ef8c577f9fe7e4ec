import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { linesOf } from "~/domain/export/internal/archive-reader.server";

/** A deflated entry at the start of a file, in which `missing` bytes of its content cannot be read. */
function entryOf(content: Buffer, { missing = 0 } = {}) {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  const file = Buffer.concat([header, content]);
  const readAt = async (offset: number, length: number) => {
    if (offset + length > file.length - missing) throw new Error("the storage is away");
    return new Uint8Array(file.subarray(offset, offset + length));
  };
  const entry = { name: "index", crc32: 0, storedBytes: content.length, bytes: 100, isDeflated: true, offset: 0 };
  const read = async () => {
    for await (const _ of linesOf(entry, readAt, 1000));
  };
  return read();
}

test("a failing storage is no damaged file: the restore tries again", async () => {
  await expect(entryOf(deflateRawSync("one line\n"), { missing: 1 })).rejects.toThrow("the storage is away");
});

test("content that cannot be unpacked is a damaged file", async () => {
  await expect(entryOf(Buffer.alloc(50, 0xff))).rejects.toMatchObject({ code: "invalid" });
});
