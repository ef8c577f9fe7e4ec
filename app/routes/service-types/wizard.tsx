import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { conflictCurrent } from "~/components/forms/conflict-current";
import { PageHeader } from "~/components/page-header";
import { serviceTypeToEdit } from "~/domain/service-types/detail.server";
import { DetailsForm, RequirementsForm } from "~/domain/service-types/schema";
import { updateServiceType } from "~/domain/service-types/update.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { taskCases } from "./task-actions";
import { isStep, type Step, stepHref, WizardSteps } from "./wizard-steps";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Playbook of ${data.serviceType.name}` : "Playbook"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ serviceType: data?.serviceType.name }),
};

/** Both addresses show the wizard: /edit begins with the details, /playbook with the tasks. */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  const asked = url.searchParams.get("step");
  const first: Step = url.pathname.endsWith("/playbook") ? "tasks" : "details";
  const found = await serviceTypeToEdit(ctx, params.id ?? "");
  return { ...found, step: isStep(asked) ? asked : first, here: url.pathname, formKey: ctx.newId() };
});

const saved = { tone: "success", text: "Saved." } as const;

export const action = formActions({
  details: formCase(DetailsForm, async ({ ctx, input, params, request, url }) => {
    await updateServiceType(ctx, params.id ?? "", input);
    return redirectWithToast(request, stepHref(url.pathname, "tasks"), saved);
  }),
  requirements: formCase(RequirementsForm, async ({ ctx, input, params, request, url }) => {
    await updateServiceType(ctx, params.id ?? "", input);
    return redirectWithToast(request, stepHref(url.pathname, "review"), saved);
  }),
  ...taskCases(({ url }) => stepHref(url.pathname, "tasks")),
});

const FormStep = lazyWithRetry(() => import("./wizard-forms").then((module) => module.FormStep));
const ListStep = lazyWithRetry(() => import("./wizard-lists").then((module) => module.ListStep));

export default function PlaybookWizard() {
  const { serviceType, knownSkills, step, here, formKey } = useLoaderData<typeof loader>();
  const { lastResult, details, sessionEnded } = useFormRefusal(useActionData());
  const common = { serviceType, here, formKey, lastResult, theirs: conflictCurrent(details) };
  return (
    <div className="max-w-4xl">
      <PageHeader title={serviceType.name} facts={`Playbook version ${serviceType.playbookVersion}`} />
      <WizardSteps here={here} current={step} />
      {step === "details" || step === "requirements" ? (
        <FormStep.Part key={`${step} ${serviceType.version}`} {...common} step={step} knownSkills={knownSkills} />
      ) : (
        <ListStep.Part {...common} step={step} />
      )}
      {sessionEnded}
    </div>
  );
}
