import { Link, Outlet, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { RelativeTime } from "~/components/relative-time";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { History } from "~/components/ui/icons";
import { listImports, type PastImport } from "~/domain/finance/imports/history.server";
import { backText, IMPORTS_LISTED, REDO_DAYS, retainedRowsText } from "~/domain/finance/imports/messages";
import { memberLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export const loader = memberLoader(async ({ ctx, params }) => ({
  imports: await listImports(ctx, params.id ?? ""),
  now: ctx.now.getTime(),
}));

export { shouldRevalidate } from "~/lib/revalidation";

/** Files imported into the account, in a dialog over its screen. */
export default function PastImportsDialog() {
  const data = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  return (
    <>
      <PastImports {...data} accountId={id} onClose={useCloseDialog()} />
      <Outlet />
    </>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";

type PastImportsProps = {
  imports: readonly PastImport[];
  now: number;
  accountId: string;
  onClose: () => void;
};

/** Past imports, each with an undo. */
function PastImports({ imports, now, accountId, onClose }: PastImportsProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Past imports</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          {imports.length === 0 ? (
            <EmptyState icon={History} title="No imports yet">
              <p>Imported files are listed here. You can undo an import as a whole.</p>
            </EmptyState>
          ) : (
            <ul className="list-frame divide-y divide-border">
              {imports.map((one) => (
                <PastImportRow key={one.id} one={one} now={now} accountId={accountId} />
              ))}
            </ul>
          )}
          <p className="text-muted-foreground text-sm">
            {imports.length === IMPORTS_LISTED && `These are the latest ${IMPORTS_LISTED} imports. `}
            Undo removes the file's transactions, except those you have edited or reconciled since. Redo brings them
            back for {REDO_DAYS} days.
          </p>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

type PastImportRowProps = { one: PastImport; now: number; accountId: string };

function PastImportRow({ one, now, accountId }: PastImportRowProps) {
  const { skippedCount, errorCount, firstDate, lastDate } = one;
  const { search } = useLocation();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium [overflow-wrap:anywhere]">{one.fileName}</span>
          {one.undoneAt && <Badge>Undone</Badge>}
        </p>
        <p className="text-muted-foreground text-sm">
          Imported <RelativeTime at={Date.parse(one.createdAt)} now={now} />: {counted(one.importedCount)} added
          {skippedCount > 0 && `, ${counted(skippedCount)} skipped`}
          {errorCount > 0 && `, ${counted(errorCount)} ${errorCount === 1 ? "error" : "errors"}`}
          {firstDate && lastDate && (
            <>
              {", "}
              <CivilDateText date={firstDate} year />
              {lastDate !== firstDate && (
                <>
                  {" "}
                  to <CivilDateText date={lastDate} year />
                </>
              )}
            </>
          )}
        </p>
        <Since one={one} now={now} />
      </div>
      {one.undoneAt ? (
        one.canRedo && (
          <Button asChild variant="outline">
            <Link
              to={{ pathname: paths.redoImport(accountId, one.id), search }}
              aria-label={`Redo the import of ${one.fileName}`}
              preventScrollReset
            >
              Redo...
            </Link>
          </Button>
        )
      ) : (
        <Button asChild variant="outline">
          <Link
            to={{ pathname: paths.undoImport(accountId, one.id), search }}
            aria-label={`Undo the import of ${one.fileName}`}
            preventScrollReset
          >
            Undo...
          </Link>
        </Button>
      )}
    </li>
  );
}

const counted = (count: number) => count.toLocaleString("en-US");

/** Whether the import has since been undone or redone. */
function Since({ one, now }: Pick<PastImportRowProps, "one" | "now">) {
  const { undoneAt, redoneAt } = one;
  if (undoneAt) {
    return (
      <p className="text-muted-foreground text-sm">
        Undone <RelativeTime at={Date.parse(undoneAt)} now={now} />. {retainedRowsText(one)}
      </p>
    );
  }
  if (!redoneAt) return null;
  return (
    <p className="text-muted-foreground text-sm">
      Redone <RelativeTime at={Date.parse(redoneAt)} now={now} />: {backText(one.redoneCount)}
    </p>
  );
}
