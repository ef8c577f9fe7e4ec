import { z } from "zod";
import { csvAnswer } from "~/domain/export/csv-answer.server";
import type { ListFile } from "~/domain/export/list-file.server";
import type { Ctx } from "~/domain/shared/context";
import { todayOf } from "~/domain/shared/time/time-zones";

export const csvResponses = { 200: { description: "The file", content: { "text/csv": { schema: z.string() } } } };

interface Wanted<Filter> {
  file: ListFile<Filter>;
  filter: Filter;
  name: string;
}

/**
 * Streams a list as a file. The first rows are read before the response starts, so that a failure is an error, not half a file.
 */
export async function listAnswer<Filter>(ctx: Ctx, { file, filter, name }: Wanted<Filter>): Promise<Response> {
  const pages = file.rows(ctx, filter);
  const first = await pages.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* pages;
  }
  return csvAnswer(all(), {
    header: file.header,
    fileName: `${name}-${todayOf(ctx, { timeZone: file.zone(ctx, filter) })}.csv`,
  });
}
