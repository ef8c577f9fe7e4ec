import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { ChoiceListField } from "~/components/forms/choice-list-field";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { LEAK_EVENT_LABELS } from "~/domain/refrigerant/leaks/compliance";
import { episodeDetail } from "~/domain/refrigerant/leaks/episodes.server";
import { recordLeakEvent } from "~/domain/refrigerant/leaks/record-event.server";
import { NewLeakEvent } from "~/domain/refrigerant/schema";
import { choicesOf } from "~/domain/shared/choices";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "equipment.write");
  const { allowed, version, circuitName, today } = await episodeDetail(ctx, params.episodeId ?? "");
  return {
    ...{ allowed, version, circuitName, today },
    constraint: getZodConstraint(NewLeakEvent),
    formKey: ctx.newId(),
  };
});

export const action = formAction(NewLeakEvent, async ({ ctx, input, params, request }) => {
  await recordLeakEvent(ctx, params.episodeId ?? "", input);
  const text = `${LEAK_EVENT_LABELS[input.kind]}.`;
  return redirectWithToast(request, unitPaths(params).readings, { tone: "success", text });
});

const labels = { kind: "What was done", happenedOn: "Date", method: "Method", notes: "Notes" };

export default function RecordLeakEvent() {
  const { allowed, version, circuitName, today, constraint, formKey } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof NewLeakEvent>>({
    id: "leak-event",
    constraint,
    defaultValue: { happenedOn: today },
    noun: "record",
  });
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{`Record event: ${circuitName ?? "circuit"}`}</DialogTitle>
        </DialogHeader>
        <Form method="post" id={form.id} preventScrollReset className="contents">
          <DialogBody className="flex flex-col gap-4">
            <FormSummary form={form} labels={labels} />
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} version={version} />
            {allowed.length === 0 ? (
              <p className="text-muted-foreground">Nothing is left to record for this episode.</p>
            ) : (
              <>
                <ChoiceListField
                  field={fields.kind}
                  label={labels.kind}
                  type="radio"
                  choices={choicesOf(allowed, LEAK_EVENT_LABELS)}
                />
                <DateField field={fields.happenedOn} label={labels.happenedOn} max={today} />
                <TextField
                  field={fields.method}
                  label={labels.method}
                  description="How it was repaired or tested: nitrogen pressure test, electronic leak detector."
                  autoComplete="off"
                />
                <TextAreaField field={fields.notes} label={labels.notes} rows={3} />
              </>
            )}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            {allowed.length > 0 && (
              <Button type="submit" variant="default" loading={isSaving}>
                Record event
              </Button>
            )}
          </DialogFooter>
        </Form>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
