import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { Combobox } from "~/components/forms/combobox";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { Label } from "~/components/ui/label";
import { issueDetail } from "~/domain/issues/detail.server";
import { formatIssueNumber } from "~/domain/issues/issue";
import { readOriginal } from "~/domain/issues/load.server";
import { DuplicateForm } from "~/domain/issues/schema";
import { updateIssue } from "~/domain/issues/update.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useSearch } from "~/lib/use-search";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  allow(ctx, "issues.write");
  const { number, title, version, category } = await issueDetail(ctx, params.id ?? "");
  const issue = { number, title, version, isOpen: category === "open" };
  const issueHref = paths.issue(number, Object.fromEntries(url.searchParams));
  return { issue, issueHref, constraint: getZodConstraint(DuplicateForm), formKey: ctx.newId() };
});

export const action = formAction(DuplicateForm, async ({ ctx, input: { original, version }, params, request, url }) => {
  const { id: duplicateOf, number } = await readOriginal(ctx, original);
  const { id } = await updateIssue(ctx, params.id ?? "", { duplicateOf, version });
  return redirectWithToast(request, paths.issue(params.id ?? id, Object.fromEntries(url.searchParams)), {
    tone: "success",
    text: `Marked as a duplicate of ${formatIssueNumber(number)}.`,
  });
});

interface Found {
  similar: { number: number; title: string; isClosed: boolean }[];
}

export default function MarkDuplicate() {
  const { issue, issueHref, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof DuplicateForm>>({ id: "duplicate", constraint, noun: "choice" });
  const { original } = actionForm.fields;
  const [text, setText] = useState("");
  const { data, isPending, search } = useSearch<Found>(paths.findIssues);
  const options = data?.similar
    .filter(({ number }) => number !== issue.number)
    .map(({ number, title, isClosed }) => ({
      value: formatIssueNumber(number),
      label: `${formatIssueNumber(number)} ${title}`,
      detail: isClosed ? "Closed" : null,
    }));
  return (
    <FormDialog
      title={`Mark ${formatIssueNumber(issue.number)} as a duplicate`}
      description={issue.isOpen ? "It is closed and links to the original." : "It links to the original."}
      size="small"
      actionForm={actionForm}
      labels={{ original: "Original issue" }}
      formKey={formKey}
      version={issue.version}
      conflict={{ noun: "issue", discardHref: issueHref }}
      submit="Mark as duplicate"
    >
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={original.id}>Original issue</Label>
        <Combobox
          input={{
            id: original.id,
            name: original.name,
            value: text,
            required: true,
            autoComplete: "off",
            placeholder: "Number or words from its title",
            "aria-invalid": original.errors ? true : undefined,
            "aria-describedby": original.errors ? original.errorId : undefined,
            onChange: ({ target }) => setText(target.value),
          }}
          label="Issues"
          options={options}
          empty="No matching issues"
          isPending={isPending}
          isFreeText
          isInline
          onSearch={search}
          onSelect={setText}
        />
        {original.errors && (
          <p id={original.errorId} className="font-medium text-bad text-sm">
            {original.errors.join(" ")}
          </p>
        )}
      </div>
    </FormDialog>
  );
}
