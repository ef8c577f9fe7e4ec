import { type Requested, withBreakLogged } from "~/domain/shared/files/log-break.server";
import { streamOf } from "~/domain/shared/files/zip";

/**
 * A file streamed as its parts are read. The first part is awaited before the response starts, so that a failure is an error, not
 * half a file; a later failure breaks the file off.
 */
export async function fileAnswer(
  ctx: Requested,
  parts: AsyncGenerator<string>,
  { fileName, contentType }: { fileName: string; contentType: string },
): Promise<Response> {
  const encoder = new TextEncoder();
  const first = await parts.next();
  async function* bytes(): AsyncGenerator<Uint8Array> {
    if (!first.done) yield encoder.encode(first.value);
    for await (const part of withBreakLogged(ctx, fileName, parts)) yield encoder.encode(part);
  }
  return new Response(streamOf(bytes()), {
    headers: { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${fileName}"` },
  });
}
