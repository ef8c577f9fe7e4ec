import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import type { Ctx } from "~/domain/shared/context";
import { logUnforeseen } from "~/domain/shared/log.server";
import { base64url } from "~/domain/shared/secrets/tokens.server";
import { ARCHIVE_FORMAT, archiveKey } from "./archive";
import { ARCHIVED, ARCHIVED_NAMES, type ArchivedName, archivedColumns } from "./rows.server";

const Rows = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });

const ArchiveFile = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  workOrder: z.object({ id: z.string(), number: z.number() }),
  archivedAt: z.string(),
  tables: z.object({ history: Rows, tasks: Rows, signatures: Rows }),
});

/** The contents of a file. */
type ArchiveFile = z.output<typeof ArchiveFile>;

/** The row that refers to a file. */
export interface ArchiveRow {
  workOrderId: string;
  batch: string;
  sha256: string;
}

interface Packed {
  id: string;
  number: number;
  /** JSON texts as returned by `rowsOf`. */
  texts: Record<ArchivedName, string>;
}

/** Returns a file's bytes and their checksum in base64url. */
export async function packArchive(ctx: Ctx, { id, number, texts }: Packed) {
  const tables = ARCHIVED_NAMES.map((name) => {
    const columns = JSON.stringify(archivedColumns(ARCHIVED[name].table));
    return `"${name}":{"columns":${columns},"rows":${texts[name]}}`;
  });
  const head = JSON.stringify({
    ...{ format: ARCHIVE_FORMAT, workOrder: { id, number }, archivedAt: ctx.now.toISOString() },
  });
  const bytes = new Uint8Array(gzipSync(`${head.slice(0, -1)},"tables":{${tables.join(",")}}}`));
  return { bytes, sha256: await checksum(bytes) };
}

async function checksum(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** Returns a file as it was written, or null if it is missing or damaged, which is logged. */
export async function openArchive(ctx: Ctx, orgId: string, row: ArchiveRow): Promise<ArchiveFile | null> {
  const key = archiveKey(orgId, row.batch, row.workOrderId);
  try {
    const found = await ctx.providers.files.get(key);
    if (!found) throw new Error("the file of an archived work order is gone");
    const bytes = new Uint8Array(await new Response(found.body).arrayBuffer());
    if ((await checksum(bytes)) !== row.sha256) throw new Error("the file of an archived work order is damaged");
    return ArchiveFile.parse(JSON.parse(gunzipSync(bytes).toString("utf8")));
  } catch (error) {
    logUnforeseen(ctx.request.id, key, error);
    return null;
  }
}
