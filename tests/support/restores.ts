import { randomUUID } from "node:crypto";
import { strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import { expect, vi } from "vitest";
import type { ExportKind } from "~/domain/export/export";
import { chained } from "~/domain/export/internal/manifest.server";
import { isRestoreOpen, PART_BYTES, type RestoreView } from "~/domain/export/restore";
import { derivedToken, sha256, sha256Of } from "~/domain/shared/secrets/tokens.server";
import { givePassword, openArchive } from "./exports";
import type { Visitor } from "./visitor";
import { SIGNING_SECRET, type TestWorker } from "./worker";

/** A newly founded business: an Admin, and no records. */
export async function emptyBusiness(worker: TestWorker): Promise<{ orgId: string; admin: Visitor }> {
  const orgId = randomUUID();
  const key = await worker.db
    .prepare(
      "INSERT INTO organizations (id, name, time_zone, shard, created_at) VALUES (?, 'New', 'America/New_York', ?, ?) RETURNING key",
    )
    .bind(orgId, worker.db.shard, new Date().toISOString())
    .first("key");
  await worker.db.prepare("INSERT INTO tenant_organizations (id, key) VALUES (?, ?)").bind(orgId, key).run();
  return { orgId, admin: await worker.member(orgId, "Admin", null) };
}

/** Starts a restore, before the file is sent. */
export async function startRestore(worker: TestWorker, who: Visitor, of: ExportKind, bytes: number) {
  const currentPassword = await givePassword(worker, who);
  return who.post<RestoreView>(`/api/restores/${of}`, { currentPassword, fileName: "export.zip", bytes });
}

/** Uploads a whole file, before its restore starts. */
export async function upload(worker: TestWorker, who: Visitor, of: ExportKind, file: Uint8Array): Promise<string> {
  const started = await startRestore(worker, who, of, file.length);
  expect(started.status, started.text).toBe(201);
  const { id } = started.json;
  for (let part = 0; part * PART_BYTES < file.length; part += 1) {
    const sent = await sendPart(who, of, { id, part, body: file.slice(part * PART_BYTES, (part + 1) * PART_BYTES) });
    expect(sent.status, sent.text).toBe(200);
  }
  return id;
}

export const sendPart = (
  who: Visitor,
  of: ExportKind,
  { id, part, body }: { id: string; part: number; body: Uint8Array },
) => who.put<RestoreView>(`/api/restores/${of}/${id}/parts/${part}`, body);

/** Waits until a restore has ended, successfully or not. */
export const restoreEnd = (who: Visitor, of: ExportKind, id: string): Promise<RestoreView> =>
  vi.waitFor(
    async () => {
      const { json } = await who.get<RestoreView>(`/api/restores/${of}/${id}`);
      expect(isRestoreOpen(json)).toBe(false);
      return json;
    },
    { timeout: 90_000, interval: 100 },
  );

/** An export as an earlier version made it: rows of a table are passed through `change`. */
export async function olderExport(
  file: Uint8Array,
  { schema, change }: { schema: string; change: Record<string, (row: Record<string, unknown>) => object> },
): Promise<Uint8Array> {
  const entries: Zippable = unzipSync(file);
  const { textOf } = openArchive(file);
  let chain = "";
  const lines: string[] = [];
  for (const line of textOf("index.jsonl").trimEnd().split("\n")) {
    const indexed: { name: string; table?: string } = JSON.parse(line);
    const changed = change[indexed.table ?? ""];
    if (changed) {
      const rows = textOf(indexed.name).trimEnd().split("\n");
      const bytes = strToU8(rows.map((row) => `${JSON.stringify(changed(JSON.parse(row)))}\n`).join(""));
      entries[indexed.name] = bytes;
      Object.assign(indexed, { bytes: bytes.length, sha256: await sha256Of(bytes) });
    }
    lines.push(JSON.stringify(indexed));
    chain = await chained(chain, lines.at(-1) ?? "");
  }
  entries["index.jsonl"] = strToU8(`${lines.join("\n")}\n`);
  const { signature: _, ...manifest } = JSON.parse(textOf("manifest.json"));
  const before = { ...manifest, schema, index: { ...manifest.index, chain } };
  const signature = await derivedToken(`export-manifest:${await sha256(JSON.stringify(before))}`, SIGNING_SECRET);
  entries["manifest.json"] = strToU8(JSON.stringify({ ...before, signature }));
  return zipSync(entries);
}

/** Uploads a file, restores it and waits until that has ended. */
export async function restoreFile(
  worker: TestWorker,
  who: Visitor,
  of: ExportKind,
  file: Uint8Array,
): Promise<RestoreView> {
  const id = await upload(worker, who, of, file);
  const started = await who.post(`/api/restores/${of}/${id}/begin`);
  expect(started.status, started.text).toBe(202);
  return restoreEnd(who, of, id);
}
