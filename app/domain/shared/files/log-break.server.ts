import { logUnforeseen } from "~/domain/shared/log.server";

/** The request that a file is sent for. */
export interface Requested {
  request: { id: string };
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
