import { Link } from "@remix-run/react";
import { RelativeTime } from "~/components/relative-time";
import { Button } from "~/components/ui/button";
import { TriangleAlert } from "~/components/ui/icons";
import { usageWarning } from "~/domain/finance/imports/messages";
import type { ImportUsage } from "~/domain/finance/imports/stage.server";
import { paths } from "~/paths";

/** Files uploaded earlier that were neither imported nor canceled, and a warning when the limit is near. */
export function WaitingFiles({ usage, now }: { usage: ImportUsage; now: number }) {
  const { waiting } = usage;
  const warning = usageWarning({ ...usage, waiting: waiting.length });
  return (
    <>
      {warning && (
        <p role="note" className="flex gap-3 rounded-md bg-warn-soft p-3 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {warning}
        </p>
      )}
      {waiting.length > 0 && (
        <section aria-label="Waiting for review" className="flex flex-col gap-2">
          <h3 className="font-semibold">Waiting for review</h3>
          <ul className="list-frame divide-y divide-border">
            {waiting.map(({ id, fileName, accountId, accountName, createdAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <div className="min-w-0 flex-1 basis-40">
                  <p className="font-medium [overflow-wrap:anywhere]">{fileName}</p>
                  <p className="text-muted-foreground text-sm">
                    {accountName}, <RelativeTime at={Date.parse(createdAt)} now={now} />
                  </p>
                </div>
                <Button asChild variant="outline">
                  <Link
                    to={paths.importTransactions(accountId, { staged: id })}
                    aria-label={`Review ${fileName}`}
                    preventScrollReset
                    replace
                  >
                    Review
                  </Link>
                </Button>
              </li>
            ))}
          </ul>
          <p className="text-muted-foreground text-sm">A file that is not imported within a week is deleted.</p>
        </section>
      )}
    </>
  );
}
