import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { EmptyValue } from "~/components/empty-value";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { TextAreaField } from "~/components/forms/text-area-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { reportProblem } from "~/domain/issues/reports/report.server";
import { ProblemReport, ReportedPage } from "~/domain/issues/schema";
import { allowMember } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { lastErrors } from "~/lib/last-errors";
import { paths } from "~/paths";
import { ScreenshotField } from "./screenshot-field";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Report a problem · Plenum" }];

export const loader = pageLoader(({ ctx, url }) => {
  allowMember(ctx);
  const { page, requestId } = ReportedPage.parse(Object.fromEntries(url.searchParams));
  return {
    page,
    requestId,
    browser: ctx.request.userAgent,
    constraint: getZodConstraint(ProblemReport),
    formKey: ctx.newId(),
  };
});

export const action = formAction(ProblemReport, async ({ ctx, input, request }) => {
  await reportProblem(ctx, input);
  return redirectWithToast(request, paths.start(), {
    tone: "success",
    text: "Thank you. Your report was sent to your office.",
  });
});

const labels = {
  text: "What happened?",
  includeErrors: "Include the browser's last errors",
  screenshot: "Picture",
  screenshotChecked: "I checked the picture, and it can be sent",
};

export default function ReportProblem() {
  const { page, requestId, browser, constraint, formKey } = useLoaderData<typeof loader>();
  const [errors, setErrors] = useState("");
  // Available only in the browser.
  useEffect(() => setErrors(lastErrors()), []);
  const [shot, setShot] = useState<"none" | "editing" | "ready">("none");
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof ProblemReport>>({
    id: "report",
    constraint,
    noun: "report",
  });
  return (
    <div className="max-w-xl">
      <PageHeader title="Report a problem" />
      <Form method="post" encType="multipart/form-data" id={form.id} className="flex flex-col gap-4">
        <FormSummary form={form} labels={labels} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
        <input type="hidden" name="page" value={page} />
        <input type="hidden" name="requestId" value={requestId} />
        <input type="hidden" name="errors" value={errors} />
        <TextAreaField
          field={fields.text}
          label={labels.text}
          description="What you did, what you expected and what happened instead. Please leave out names and addresses of customers."
          rows={6}
        />
        <ScreenshotField name={fields.screenshot.name} error={fields.screenshot.errors} onChange={setShot} />
        {shot === "ready" && (
          <CheckboxField
            field={fields.screenshotChecked}
            label={labels.screenshotChecked}
            description="It shows no customer's name, address or money, or the people who read reports may see them."
          />
        )}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md border border-border bg-muted p-3 text-sm">
          <dt className="text-muted-foreground">Page</dt>
          <dd className="break-words">{page || <EmptyValue />}</dd>
          <dt className="text-muted-foreground">Request ID</dt>
          <dd className="break-words">{requestId || <EmptyValue />}</dd>
          <dt className="text-muted-foreground">Browser</dt>
          <dd className="break-words">{browser}</dd>
        </dl>
        {errors && (
          <>
            <CheckboxField field={fields.includeErrors} label={labels.includeErrors} />
            <pre className="max-h-40 overflow-auto whitespace-pre-wrap rounded-md border border-border p-3 text-xs">
              {errors}
            </pre>
          </>
        )}
        <FormActions>
          <Button type="submit" variant="default" loading={isSaving} disabled={shot === "editing"}>
            Send report
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.support()}>Help center</Link>
          </Button>
        </FormActions>
        {shot === "editing" && (
          <p role="status" className="text-muted-foreground text-sm">
            Choose Use picture or Remove picture first.
          </p>
        )}
      </Form>
      {sessionEnded}
    </div>
  );
}
