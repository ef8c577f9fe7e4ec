import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { DateText } from "~/components/date-text";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { readingDetail } from "~/domain/refrigerant/list.server";
import { isWeighed } from "~/domain/refrigerant/reading";
import { removeReading } from "~/domain/refrigerant/record.server";
import { ReadingRemoval } from "~/domain/refrigerant/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const { timeZone } = allow(ctx, "work_orders.write");
  const reading = await readingDetail(ctx, params.readingId ?? "");
  const { circuitName, takenAt } = reading;
  const shown = { circuitName, takenAt, timeZone, staysOnRecord: isWeighed(reading) };
  return { ...shown, constraint: getZodConstraint(ReadingRemoval), formKey: ctx.newId() };
});

export const action = formAction(ReadingRemoval, async ({ ctx, input, params, request, url }) => {
  await removeReading(ctx, params.readingId ?? "", input);
  const href = unitPaths(params).readingsAt(Object.fromEntries(url.searchParams));
  return redirectWithToast(request, href, { tone: "success", text: "Reading deleted." });
});

export default function DeleteReading() {
  const { circuitName, takenAt, timeZone, staysOnRecord, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof ReadingRemoval>>({ id: "removal", constraint, noun: "reason" });
  return (
    <FormDialog
      title="Delete this reading?"
      actionForm={actionForm}
      labels={{ reason: "Reason" }}
      formKey={formKey}
      submit="Delete reading"
      tone="destructive"
    >
      <p>
        {circuitName}, <DateText at={takenAt} zone={timeZone} />:{" "}
        {staysOnRecord
          ? "it no longer counts, and what it took from or put into a cylinder is reversed. It stays on record with your reason, because refrigerant was added or recovered."
          : "it no longer counts."}
      </p>
      <TextField field={actionForm.fields.reason} label="Reason" required={staysOnRecord} autoComplete="off" />
    </FormDialog>
  );
}
