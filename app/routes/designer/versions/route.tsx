import { Form, useLoaderData, useParams } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { RefusedAction } from "~/components/feedback/refused-action";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { listVersions } from "~/domain/designs/load.server";
import { restoreVersion } from "~/domain/designs/save.server";
import { DesignRestore } from "~/domain/designs/schema";
import { allowMember } from "~/domain/shared/permissions";
import { formatDateTime } from "~/domain/shared/time/date-format";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await listVersions(ctx, params.id ?? "")),
  timeZone: allowMember(ctx).timeZone,
  formKey: ctx.newId(),
}));

export const action = formAction(DesignRestore, async ({ ctx, input, params, request }) => {
  const { id, version } = await restoreVersion(ctx, params.id ?? "", input);
  const text = `Version ${input.from} restored as version ${version}.`;
  return redirectWithToast(request, paths.design(id), { tone: "success", text });
});

/** Every saved version of a design; an older one can be restored as the newest. */
export default function DesignVersions() {
  const { items, nextCursor, current, mayWrite, timeZone, formKey } = useLoaderData<typeof loader>();
  const { id } = useParams();
  const close = useCloseDialog();
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Versions</DialogTitle>
          <DialogDescription>Every save is a version. Restoring one adds a version.</DialogDescription>
        </DialogHeader>
        <DialogBody>
          <RefusedAction />
          <FileLink href={paths.apiDesignVersionFile(id ?? "")} size="sm" className="mb-2" />
          <ul className="divide-y divide-border">
            {items.map(({ version, title, savedAt, savedByName, restoredFrom, parts }) => (
              <li key={version} className="flex items-center gap-3 py-2.5">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">
                    Version {version}
                    {version === current && <span className="ml-2 font-normal text-muted-foreground">Current</span>}
                  </p>
                  <p className="text-muted-foreground text-sm">
                    {[
                      title,
                      `${parts} ${parts === 1 ? "part" : "parts"}`,
                      `${formatDateTime(savedAt, { zone: timeZone, year: true })}${savedByName ? ` by ${savedByName}` : ""}`,
                      restoredFrom === null ? null : `restored from version ${restoredFrom}`,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                </div>
                {mayWrite && version !== current && (
                  <Form method="post">
                    <input type="hidden" name="from" value={version} />
                    <input type="hidden" name="version" value={current} />
                    <input type="hidden" name="idempotencyKey" value={`${formKey}-${version}`} />
                    <Button type="submit" size="sm" variant="outline" aria-label={`Restore version ${version}`}>
                      Restore
                    </Button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
          {nextCursor && (
            <p className="pt-3 text-muted-foreground text-sm">Only the latest {items.length} versions are listed.</p>
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
