import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import type { KeyboardEvent, ReactNode } from "react";
import { useShell } from "~/components/app-shell/use-shell";
import { DateText } from "~/components/date-text";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { pictureView } from "~/domain/messages/incoming-pictures.server";
import { savePicture, saveTargets } from "~/domain/technician-app/save-picture.server";
import { SavePicture } from "~/domain/technician-app/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params: { threadId = "", pictureId = "" } }) => {
  const [picture, targets] = await Promise.all([pictureView(ctx, threadId, pictureId), saveTargets(ctx, threadId)]);
  return { threadId, picture, targets, formKey: ctx.newId() };
});

export const action = formAction(SavePicture, async ({ ctx, input, params: { threadId = "", pictureId = "" } }) => {
  await savePicture(ctx, { threadId, pictureId }, input);
  return { done: true };
});

/** A customer's picture, enlarged; arrow keys move between the pictures of its message. */
export default function MessagePicture() {
  const { threadId, picture } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const navigate = useNavigate();
  const zone = useShell()?.person?.member?.timeZone ?? "UTC";
  const { id, before, after, place, count, createdAt } = picture;
  const file = paths.incomingPicture(threadId, id);
  function onKeyDown({ key, target }: KeyboardEvent): void {
    const next = key === "ArrowRight" ? after : key === "ArrowLeft" ? before : null;
    if (next !== null && !(target instanceof HTMLSelectElement))
      navigate(paths.threadPicture(threadId, next), { replace: true, preventScrollReset: true });
  }
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent size="large">
        <DialogHeader>
          <DialogTitle>{`Picture ${place} of ${count}`}</DialogTitle>
          <DialogDescription>
            Sent by the customer, <DateText at={createdAt} zone={zone} />
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do what the two links do */}
          <div className="flex flex-col gap-3" onKeyDown={onKeyDown}>
            <img
              src={file}
              alt={`Sent by the customer, ${place} of ${count}`}
              className="max-h-[60dvh] w-full rounded-md bg-muted object-contain"
            />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <a href={file} target="_blank" rel="noreferrer" className="text-link underline underline-offset-4">
                Full size
              </a>
              {count > 1 && (
                <div className="flex gap-2">
                  <Step to={before && paths.threadPicture(threadId, before)}>
                    <ChevronLeft />
                    Previous
                  </Step>
                  <Step to={after && paths.threadPicture(threadId, after)}>
                    Next
                    <ChevronRight />
                  </Step>
                </div>
              )}
            </div>
            <SaveCopy key={id} />
          </div>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

/** Link to another picture; disabled at either end. */
function Step({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null)
    return (
      <Button variant="outline" disabled>
        {children}
      </Button>
    );
  return (
    <Button asChild variant="outline">
      <Link to={to} replace preventScrollReset>
        {children}
      </Link>
    </Button>
  );
}

/** Saves a copy to a job or a property. */
function SaveCopy() {
  const { targets, picture, formKey } = useLoaderData<typeof loader>();
  const { fetcher, form, busy, error, taken, sessionEnded } = useInlineForm();
  if (targets.length === 0) return null;
  return (
    <fetcher.Form ref={form} method="post" className="border-border border-t pt-3">
      <input type="hidden" name="idempotencyKey" value={`${formKey}-${picture.id}`} />
      <Label htmlFor="save-to">Save a copy to</Label>
      <div className="mt-1 flex flex-wrap gap-2">
        <NativeSelect
          id="save-to"
          name="saveTo"
          required
          choices={targets}
          placeholder="Choose a job or a property"
          className="min-w-0 flex-1 basis-60"
        />
        <Button type="submit" variant="outline" loading={busy}>
          Save copy
        </Button>
      </div>
      {error && <ErrorLine>{error}</ErrorLine>}
      {taken && !busy && (
        <p role="status" className="mt-2 text-ok">
          Saved with the photos there.
        </p>
      )}
      {sessionEnded}
    </fetcher.Form>
  );
}
