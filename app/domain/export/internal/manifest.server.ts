import { z } from "zod";
import { EXPORT_FORMAT, EXPORT_KINDS } from "~/domain/export/export";
import type { Ctx } from "~/domain/shared/context";
import { derivedToken, sha256 } from "~/domain/shared/secrets/tokens.server";
import { isSameText } from "~/domain/shared/webhooks/hmac.server";
import { DAMAGED, NOT_AN_EXPORT, refuse } from "./archive-reader.server";

export const INDEX = "index.jsonl";
export const MANIFEST = "manifest.json";

/** Adds a line of the index to the chained checksum of those before it: SHA-256 as hex. */
export const chained = (chain: string, line: string) => sha256(`${chain}\n${line}`);

/** The signature proving that this installation wrote a manifest, and through its chain every entry of the index. */
export async function manifestSignature(ctx: Ctx, manifest: object): Promise<string> {
  return derivedToken(`export-manifest:${await sha256(JSON.stringify(manifest))}`, ctx.providers.secrets.signing);
}

const Manifest = z.object({
  product: z.literal("Plenum"),
  format: z.literal(EXPORT_FORMAT),
  of: z.enum(EXPORT_KINDS),
  owner: z.string().min(1).max(64),
  exportedAt: z.iso.datetime(),
  /** The newest migration of the database at the time. */
  schema: z.string().min(1).max(120),
  tables: z.record(z.string(), z.int().min(1)),
  files: z.int().min(0),
  index: z.object({ crc32: z.int(), chain: z.string() }),
});
export type Manifest = z.output<typeof Manifest>;

/** Reads a manifest written by this installation in this version's layout. @throws DomainError invalid for any other */
export async function readManifest(ctx: Ctx, text: string): Promise<Manifest> {
  const { signature, ...manifest } = objectOf(text);
  if (manifest.product !== "Plenum" || typeof manifest.format !== "number") refuse(NOT_AN_EXPORT);
  if (manifest.format < EXPORT_FORMAT)
    refuse("This export was made by an older version of Plenum, which did not sign it. Start a new export.");
  if (manifest.format > EXPORT_FORMAT) refuse("This export was made by a newer version of Plenum.");
  const expected = await manifestSignature(ctx, manifest);
  if (typeof signature !== "string" || !(await isSameText(signature, expected)))
    refuse(
      "The file was changed, or comes from another installation of Plenum. Only an unchanged export made here can be restored.",
    );
  const parsed = Manifest.safeParse(manifest);
  return parsed.success ? parsed.data : refuse(DAMAGED);
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const parsed = z.record(z.string(), z.unknown()).safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Invalid JSON is not an export either.
  }
  return refuse(NOT_AN_EXPORT);
}

/** A line of the index: an entry with records, or a file. */
export const IndexLine = z.union([
  z.strictObject({
    name: z.string(),
    table: z.string(),
    rows: z.int().min(1),
    bytes: z.int().min(0),
    sha256: z.string().length(64),
  }),
  z.strictObject({ name: z.string(), contentType: z.string(), bytes: z.int().min(0), sha256: z.string().length(64) }),
]);
