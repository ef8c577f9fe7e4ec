import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { findScenario, renameScenario } from "~/domain/finance/forecast/scenarios.server";
import { RenameScenario } from "~/domain/finance/forecast/schema";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { readRunwayQuery, scenariosHref } from "./what-if-query";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(async ({ ctx, params }) => ({
  scenario: await findScenario(ctx, params.id ?? ""),
  constraint: getZodConstraint(RenameScenario),
  formKey: ctx.newId(),
}));

export const action = formAction(RenameScenario, async ({ ctx, input, params, url, request }) => {
  await renameScenario(ctx, params.id ?? "", input);
  const to = scenariosHref(readRunwayQuery(url.searchParams));
  return redirectWithToast(request, to, { tone: "success", text: "Scenario renamed." });
});

export default function RenameScenarioDialog() {
  const { scenario, constraint, formKey } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const actionForm = useActionForm<z.input<typeof RenameScenario>>({
    id: "scenario-name",
    constraint,
    noun: "name",
    defaultValue: { name: scenario.name },
  });
  // After a conflict, the current name is the one to be replaced.
  const read = nameOf(actionForm.details?.current) ?? scenario.name;
  return (
    <FormDialog
      title="Rename scenario"
      size="small"
      actionForm={actionForm}
      labels={{ name: "Name" }}
      formKey={formKey}
      submit="Save name"
      returnTo={scenariosHref(readRunwayQuery(search))}
    >
      <input type="hidden" name="previousName" value={read} />
      <TextField field={actionForm.fields.name} label="Name" autoComplete="off" />
    </FormDialog>
  );
}

/** The name in the row sent with a conflict; null without one. */
function nameOf(current: unknown): string | null {
  if (typeof current !== "object" || current === null || !("name" in current)) return null;
  return typeof current.name === "string" ? current.name : null;
}
