import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { expect, vi } from "vitest";
import type { ExportKind, ExportView } from "~/domain/export/export";
import { goodPassword, lightHash } from "./people";
import type { Visitor } from "./visitor";
import type { TestWorker } from "./worker";

/** Gives a test's member a password, which exports require. */
export async function givePassword(worker: TestWorker, who: Visitor): Promise<string> {
  await worker.db.prepare("UPDATE users SET password_hash = ? WHERE id = ?").bind(lightHash, who.userId).run();
  return goodPassword;
}

/** Starts an export and waits until the queue has finished it. */
export async function makeExport(worker: TestWorker, who: Visitor, of: ExportKind): Promise<ExportView> {
  const currentPassword = await givePassword(worker, who);
  const started = await who.post<ExportView>(`/api/archives/${of}`, { currentPassword });
  expect(started.status, started.text).toBe(202);
  return vi.waitFor(
    async () => {
      const { json } = await who.get<ExportView>(`/api/archives/${of}/${started.json.id}`);
      expect(json.status).toBe("ready");
      return json;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** The bytes of a finished export. */
export async function downloadExport(who: Visitor, of: ExportKind, id: string): Promise<Uint8Array> {
  const link = await who.post<{ url: string }>(`/api/archives/${of}/${id}/link`, { currentPassword: goodPassword });
  expect(link.status, link.text).toBe(200);
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(new URL(link.json.url, who.base), { headers: { cookie } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(bytes.length).toBe(Number(answer.headers.get("content-length")));
  return bytes;
}

interface Manifest {
  format: number;
  of: ExportKind;
  owner: string;
  schema: string;
  tables: Record<string, number>;
  files: number;
}

/** The contents of an export's ZIP file. */
export function openArchive(bytes: Uint8Array) {
  const entries = unzipSync(bytes);
  const names = Object.keys(entries);
  const textOf = (name: string) => strFromU8(entries[name] ?? new Uint8Array());
  const rowsOf = (table: string): Record<string, unknown>[] =>
    names
      .filter(
        (name) => name === `json/${table}.jsonl` || (name.startsWith(`json/${table}.`) && /\.\d+\.jsonl$/.test(name)),
      )
      .flatMap((name) => textOf(name).split("\n").filter(Boolean))
      .map((line) => JSON.parse(line));
  const csvOf = (table: string) =>
    Papa.parse<Record<string, string>>(textOf(`csv/${table}.csv`), { header: true, skipEmptyLines: true }).data;
  const manifest: Manifest = JSON.parse(textOf("manifest.json"));
  /** Everything except its creation time. */
  const records = names
    .filter((name) => name.startsWith("json/"))
    .map(textOf)
    .join("");
  return { entries, rowsOf, csvOf, manifest, names, records, textOf };
}

/** All data of the business or the household, as its owner downloads it. */
export async function exportOf(worker: TestWorker, who: Visitor, of: ExportKind) {
  const { id } = await makeExport(worker, who, of);
  return openArchive(await downloadExport(who, of, id));
}
