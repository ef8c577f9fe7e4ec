import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { CalendarOff, Trash2 } from "~/components/ui/icons";
import { RecordId } from "~/domain/shared/fields";
import { allow, can } from "~/domain/shared/permissions";
import { formatDateRange, formatFullDate } from "~/domain/shared/time/date-format";
import { Holiday } from "~/domain/technicians/schema";
import { addHoliday, listHolidays, removeHoliday } from "~/domain/technicians/time-off.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => {
  const me = allow(ctx, "technicians.read");
  return {
    holidays: await listHolidays(ctx),
    mayWrite: can(me, "technicians.write"),
    constraint: getZodConstraint(Holiday),
    formKey: ctx.newId(),
  };
});

export const action = formActions({
  add: formCase(Holiday, async ({ ctx, input, request, url }) => {
    await addHoliday(ctx, input);
    const href = paths.holidays(Object.fromEntries(url.searchParams));
    return redirectWithToast(request, href, { tone: "success", text: `${input.name} added.` });
  }),
  remove: formCase(RecordId, async ({ ctx, input, request, url }) => {
    await removeHoliday(ctx, input.id);
    const href = paths.holidays(Object.fromEntries(url.searchParams));
    return redirectWithToast(request, href, { tone: "success", text: "Holiday removed." });
  }),
});

/** Days on which the business is closed, excluded from everyone's free time. */
export default function Holidays() {
  const { holidays, mayWrite, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const notRemoved = lastResult?.initialValue?.intent === "remove" ? lastResult.error?.[""] : null;
  return (
    <Dialog open onOpenChange={useCloseDialog()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Holidays</DialogTitle>
          <DialogDescription>Days the business is closed. Technicians can't be booked on these days.</DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-6">
          {notRemoved && (
            <p role="alert" className="font-medium text-bad">
              {notRemoved.join(" ")}
            </p>
          )}
          {holidays.length === 0 ? (
            <p className="flex items-center gap-2 text-muted-foreground">
              <CalendarOff className="size-4" />
              No holidays yet.
            </p>
          ) : (
            <ul className="divide-y divide-border">
              {holidays.map((holiday) => (
                <li key={holiday.id} className="flex items-center gap-3 py-2">
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-medium">{holiday.name}</p>
                    <p className="text-muted-foreground text-sm">{daysText(holiday)}</p>
                  </div>
                  {mayWrite && (
                    <Form method="post" preventScrollReset>
                      <input type="hidden" name="id" value={holiday.id} />
                      <input type="hidden" name="idempotencyKey" value={`${formKey}-${holiday.id}`} />
                      <Button
                        type="submit"
                        name="intent"
                        value="remove"
                        variant="ghost"
                        size="icon-sm"
                        aria-label={`Remove ${holiday.name}`}
                      >
                        <Trash2 />
                      </Button>
                    </Form>
                  )}
                </li>
              ))}
            </ul>
          )}
          {mayWrite && <AddHoliday key={formKey} />}
          {sessionEnded}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

const labels = { name: "Name", from: "First day", to: "Last day" };

function AddHoliday() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, isSaving, isInDoubt } = useActionForm<z.input<typeof Holiday>>({
    id: "holiday",
    intent: "add",
    constraint,
  });
  return (
    <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-4 border-border border-t pt-4">
      <FormSummary form={form} labels={labels} />
      <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="add" />
      <TextField field={fields.name} label={labels.name} autoComplete="off" placeholder="Thanksgiving" />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField field={fields.from} label={labels.from} />
        <DateField field={fields.to} label="Last day, if more than one" />
      </div>
      <Button type="submit" variant="default" loading={isSaving} className="self-start">
        Add holiday
      </Button>
    </Form>
  );
}

function daysText({ from, to }: { from: string; to: string }): string {
  return from === to ? formatFullDate(from) : formatDateRange(from, to);
}
