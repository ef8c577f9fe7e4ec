import { getZodConstraint } from "@conform-to/zod/v4";
import { ROW_KINDS } from "~/domain/finance/imports/classify";
import { confirmImport } from "~/domain/finance/imports/confirm.server";
import { importRows, stagedOrImported } from "~/domain/finance/imports/preview.server";
import { ChangeForm, ImportOptions, RowsQuery } from "~/domain/finance/imports/schema";
import { changeImport, discardImport } from "~/domain/finance/imports/stage.server";
import { Nothing } from "~/domain/shared/fields";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { resource } from "~/http/resource";

export { clientLoader } from "~/lib/client-loader";
export { plainAction as clientAction } from "~/lib/unanswered-action";

/** Possible matches are reviewed first. */
const byUrgency = ["possible", ...ROW_KINDS] as const;

/** Schema limits of the header row, for validation in the browser. */
const { min, max } = getZodConstraint(ImportOptions).headerRow ?? {};
const headerRow = { min, max };

/** A staged import with one page of its rows, or its result once confirmed. */
export const loader = resource(
  memberLoader(async ({ ctx, params, url }) => {
    const id = params.id ?? "";
    const { preview, result, fileName } = await stagedOrImported(ctx, id);
    if (!preview) return { preview, result, fileName, kind: null, page: null, headerRow };
    const kind = byUrgency.find((each) => preview.counts[each] > 0) ?? "new";
    const query = RowsQuery.safeParse({ kind, ...Object.fromEntries(url.searchParams) }).data;
    const isOffered = query !== undefined && preview.counts[query.kind] > 0;
    const shown = isOffered ? query : RowsQuery.parse({ kind });
    return { preview, result, fileName, kind: shown.kind, page: await importRows(ctx, id, shown), headerRow };
  }),
);

export const action = resource(
  formActions({
    change: formCase(ChangeForm, async ({ ctx, params, input }) => {
      await changeImport(ctx, params.id ?? "", input.change);
      return { result: null };
    }),
    confirm: formCase(Nothing, async ({ ctx, params }) => ({ result: await confirmImport(ctx, params.id ?? "") })),
    discard: formCase(Nothing, async ({ ctx, params }) => {
      await discardImport(ctx, params.id ?? "");
      return { result: null };
    }),
  }),
);
