import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { zipped } from "~/domain/export/archive.server";
import type { ExportedRow } from "~/domain/export/export.server";
import type { Ctx } from "~/domain/shared/context";

const files = new Map([
  ["photos/o1/a", new Uint8Array([1, 2, 3, 255])],
  ["photos/o1/empty", new Uint8Array()],
]);

// Guarantee: what an archive uses of a context.
const ctx = {
  now: new Date("2026-11-24T12:00:00Z"),
  providers: {
    files: {
      keysOf: async function* () {
        yield* files.keys();
        yield "photos/o1/deleted-meanwhile";
      },
      get: async (key: string) => {
        const bytes = files.get(key);
        return bytes ? { body: new Blob([bytes]).stream(), contentType: "image/jpeg" } : null;
      },
    },
  },
} as unknown as Ctx;

async function archived(pages: ExportedRow[][]) {
  const source = async function* () {
    yield* pages;
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipped(ctx, { of: "business", owner: "o1", pages: source() })) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return { bytes, entries: unzipSync(bytes) };
}

const page = (table: string, from: number, count: number): ExportedRow[] =>
  Array.from({ length: count }, (_, i) => ({
    table,
    row: { id: from + i, name: i % 2 ? "=1+1" : 'Żółć, "x"\n', note: null },
  }));

test("each table is there as it came, as JSON lines and as CSV with one header, however many pages it had", async () => {
  const { entries } = await archived([page("customers", 0, 500), page("customers", 500, 3), page("jobs", 0, 1)]);
  const json = strFromU8(entries["json/customers.jsonl"] ?? new Uint8Array());
  const rows = json
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows).toEqual([...page("customers", 0, 500), ...page("customers", 500, 3)].map(({ row }) => row));
  const csv = strFromU8(entries["csv/customers.csv"] ?? new Uint8Array());
  expect(csv.startsWith('id,name,note\r\n0,"Żółć, ""x""\n",\r\n1,\'=1+1,\r\n')).toBe(true);
  expect(csv.match(/id,name,note/g)).toHaveLength(1);
  expect(csv.match(/\r\n/g)).toHaveLength(504);
  expect(strFromU8(entries["csv/jobs.csv"] ?? new Uint8Array())).toBe('id,name,note\r\n0,"Żółć, ""x""\n",\r\n');
});

test("files are there byte by byte, one that went meanwhile is left out, and the manifest counts all", async () => {
  const { entries } = await archived([page("customers", 0, 2)]);
  expect([...(entries["files/photos/o1/a"] ?? [])]).toEqual([1, 2, 3, 255]);
  expect(entries["files/photos/o1/empty"]).toHaveLength(0);
  expect(Object.keys(entries)).not.toContain("files/photos/o1/deleted-meanwhile");
  expect(JSON.parse(strFromU8(entries["manifest.json"] ?? new Uint8Array()))).toEqual({
    ...{ product: "Plenum", format: 1, of: "business", exportedAt: "2026-11-24T12:00:00.000Z" },
    ...{ tables: { customers: 2 }, files: 2 },
  });
});

test("nothing at all makes an archive with its manifest", async () => {
  files.clear();
  const { entries } = await archived([]);
  expect(Object.keys(entries)).toEqual(["manifest.json"]);
});
