import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Checkbox } from "~/components/ui/checkbox";
import { Label } from "~/components/ui/label";
import { saveAnalysis } from "~/domain/industries/save.server";
import { SaveAnalysisForm } from "~/domain/industries/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { industriesOf } from "~/routes/industry-analysis/chosen";
import type { RemarksAnswer } from "~/routes/industry-analysis/model-remarks";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

const TITLE_LENGTH = 120;

export const loader = pageLoader(({ ctx, url }) => {
  allow(ctx, "invoices.write");
  const industries = industriesOf(url);
  return {
    codes: industries.map(({ code }) => code),
    title: industries
      .map(({ label }) => label)
      .join(", ")
      .slice(0, TITLE_LENGTH),
    constraint: getZodConstraint(SaveAnalysisForm),
    formKey: ctx.newId(),
  };
});

export const action = formAction(SaveAnalysisForm, async ({ ctx, input, request }) => {
  const { id } = await saveAnalysis(ctx, input);
  return redirectWithToast(request, paths.savedIndustryAnalysis(id), { tone: "success", text: "Analysis saved." });
});

/** Saves the current comparison, optionally with the model's remarks. */
export default function SaveAnalysisDialog() {
  const { codes, title, constraint, formKey } = useLoaderData<typeof loader>();
  const remarks = useOutletContext<RemarksAnswer | null>();
  const [keeps, setKeeps] = useState(true);
  const actionForm = useActionForm<z.input<typeof SaveAnalysisForm>>({
    id: "industry-analysis",
    constraint,
    noun: "analysis",
    defaultValue: { title },
  });
  return (
    <FormDialog
      title="Save analysis"
      description="The figures as they are today. Your own numbers in it stay as they are now, too."
      size="small"
      actionForm={actionForm}
      labels={{ title: "Name", answer: "Remarks from the model" }}
      formKey={formKey}
      submit="Save analysis"
    >
      <input type="hidden" name="industries" value={codes.join()} />
      <TextField field={actionForm.fields.title} label="Name" autoComplete="off" />
      {remarks && (
        <div className="flex items-start gap-3">
          <Checkbox id="keep-remarks" checked={keeps} onChange={(event) => setKeeps(event.target.checked)} />
          <div>
            <Label htmlFor="keep-remarks">Also save the remarks from {remarks.model}</Label>
            <p className="text-muted-foreground text-sm">It stays marked as written by a language model.</p>
          </div>
          {keeps && <input type="hidden" name="answer" value={remarks.answer} />}
        </div>
      )}
    </FormDialog>
  );
}
