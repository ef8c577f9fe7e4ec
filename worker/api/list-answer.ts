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

/** Streams a list as a file. */
export function listAnswer<Filter>(ctx: Ctx, { file, filter, name }: Wanted<Filter>): Promise<Response> {
  return csvAnswer(ctx, file.rows(ctx, filter), {
    header: file.header,
    fileName: `${name}-${todayOf(ctx, { timeZone: file.zone(ctx, filter) })}.csv`,
  });
}
