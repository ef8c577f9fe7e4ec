import { streamOf } from "~/domain/shared/files/zip";
import { logUnforeseen } from "~/domain/shared/log.server";

/** The request that a file is sent for. */
export interface Requested {
  request: { id: string };
}

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

/** The parts of a file whose response has started. An error, which can no longer be returned, is logged. */
export async function* withBreakLogged<Part>(
  ctx: Requested,
  fileName: string,
  parts: AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (error) {
    logUnforeseen(ctx.request.id, `file/${fileName}`, error);
    throw error;
  }
}
