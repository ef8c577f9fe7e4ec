import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { DateText } from "~/components/date-text";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { Input } from "~/components/ui/input";
import { changeText } from "~/domain/maps/route";
import { moveOptions } from "~/domain/maps/routes.server";
import { MapDayView } from "~/domain/maps/schema";
import { DropForm } from "~/domain/scheduling/schema";
import { scheduleWorkOrder } from "~/domain/work-orders/schedule/schedule.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => ({
  ...(await moveOptions(ctx, params.id ?? "", MapDayView.parse(Object.fromEntries(url.searchParams)))),
  reasonLength: getZodConstraint(DropForm).overrideReason?.maxLength,
  formKey: ctx.newId(),
}));

export const action = formAction(DropForm, async ({ ctx, input, params, request, url }) => {
  const { notice } = await scheduleWorkOrder(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.map2({ date: url.searchParams.get("date") }), {
    tone: "success",
    text: ["Stop moved.", notice].filter(Boolean).join(" "),
  });
});

const keyOf = ({ technicianId, start }: { technicianId: string; start: number }) => `${technicianId} ${start}`;

/** Other positions for the stop on its day, and how each would change the total driving time. */
export default function MoveStop() {
  const { date, workOrder, now, options, reasonLength, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded, details } = useFormRefusal(useActionAnswer());
  // By its key: the list is read again after a refusal, and may have changed.
  const [chosen, setChosen] = useState<string | null>(null);
  const close = useCloseDialog();
  const option = options.find((one) => keyOf(one) === chosen);
  const errors = lastResult?.error?.[""];
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{`Move ${workOrder.reference}`}</DialogTitle>
          <DialogDescription>
            {workOrder.title}, {workOrder.customerName}. Now{" "}
            <DateText at={new Date(now.start).toISOString()} zone={workOrder.zone} /> with {now.technicianName}.
          </DialogDescription>
        </DialogHeader>
        <Form method="post" preventScrollReset className="contents">
          <DialogBody className="flex flex-col gap-4">
            {errors && (
              <p role="alert" className="rounded-md border border-warn bg-warn-soft p-3">
                {errors.join(" ")}
              </p>
            )}
            {details?.overridable === true && (
              // biome-ignore lint/a11y/noLabelWithoutControl: it contains the field
              <label className="flex flex-col gap-1">
                Override reason
                <Input name="overrideReason" maxLength={reasonLength} autoComplete="off" />
              </label>
            )}
            {options.length === 0 ? (
              <p className="text-muted-foreground">
                No other time that day is open for a technician with the skills it needs. The{" "}
                <TextLink to={paths.schedulerDay(date)}>scheduler</TextLink> can move it anyway.
              </p>
            ) : (
              <fieldset>
                <legend className="mb-2 text-muted-foreground text-sm">
                  Free times with what each changes, least driving first
                </legend>
                <ul className="divide-y divide-border rounded-md border border-border">
                  {options.map((one) => (
                    <li key={keyOf(one)}>
                      <label
                        className={cn(
                          "flex cursor-pointer items-start gap-3 px-3 py-2.5",
                          one === option && "bg-accent",
                        )}
                      >
                        <input
                          type="radio"
                          name="option"
                          value={keyOf(one)}
                          checked={one === option}
                          onChange={() => setChosen(keyOf(one))}
                          className="mt-1 size-4 accent-primary"
                        />
                        <span className="min-w-0 grow">
                          <span className="block font-medium">
                            <DateText at={new Date(one.start).toISOString()} zone={workOrder.zone} style="time" />,{" "}
                            {one.technicianName}
                          </span>
                          <span className="block break-words text-muted-foreground text-sm">{one.reason}</span>
                        </span>
                        <span
                          className={cn(
                            "shrink-0 text-sm tabular",
                            (one.changeMinutes ?? 0) < 0 && "font-medium text-ok",
                          )}
                        >
                          {changeText(one.changeMinutes)}
                        </span>
                      </label>
                    </li>
                  ))}
                </ul>
              </fieldset>
            )}
            <input type="hidden" name="idempotencyKey" value={`${formKey}-${chosen ?? ""}`} />
            <input type="hidden" name="version" value={workOrder.version} />
            {option && (
              <>
                <input type="hidden" name="technicianId" value={option.technicianId} />
                <input type="hidden" name="start" value={new Date(option.start).toISOString()} />
              </>
            )}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={!option} loading={useIsSubmitting()}>
              Move stop
            </Button>
          </DialogFooter>
        </Form>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
