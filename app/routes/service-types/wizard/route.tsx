import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { serviceTypeToEdit } from "~/domain/service-types/detail.server";
import { DetailsForm, NewTaskLine, RequirementsForm } from "~/domain/service-types/schema";
import { updateServiceType } from "~/domain/service-types/update.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { taskCases } from "~/routes/service-types/shared/task-actions";
import { DetailsStep, RequirementsStep } from "./form-steps";
import { isStep, type Step, stepHref, WizardSteps } from "./wizard-steps";

// The tasks can be dragged, whose code is loaded with their step.
const { Part: TasksStep } = lazyWithRetry(() => import("./list-steps").then((module) => module.TasksStep));
const { Part: ReviewStep } = lazyWithRetry(() => import("./list-steps").then((module) => module.ReviewStep));

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Playbook for ${data.serviceType.name}` : "Playbook"} · Plenum` },
];

/** Both URLs show the wizard: /edit starts with the details, /playbook with the tasks. */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  const chosen = url.searchParams.get("step");
  const first: Step = url.pathname.endsWith("/playbook") ? "tasks" : "details";
  const constraints = {
    details: getZodConstraint(DetailsForm),
    requirements: getZodConstraint(RequirementsForm),
    taskLine: getZodConstraint(NewTaskLine),
  };
  return {
    ...(await serviceTypeToEdit(ctx, params.id ?? "")),
    step: isStep(chosen) ? chosen : first,
    here: url.pathname,
    constraints,
    formKey: ctx.newId(),
  };
});

const saved = { tone: "success", text: "Service type saved." } as const;

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

export default function PlaybookWizard() {
  const { serviceType, knownSkills, items, step, here, constraints, formKey } = useLoaderData<typeof loader>();
  const common = { serviceType, here, formKey };
  const key = `${step} ${serviceType.version}`;
  return (
    <div className="max-w-4xl">
      <WizardSteps here={here} current={step} />
      {step === "details" && <DetailsStep key={key} {...common} constraint={constraints.details} />}
      {step === "tasks" && <TasksStep key={serviceType.id} {...common} constraint={constraints.taskLine} />}
      {step === "requirements" && (
        <RequirementsStep key={key} {...common} {...{ knownSkills, items }} constraint={constraints.requirements} />
      )}
      {step === "review" && <ReviewStep serviceType={serviceType} />}
    </div>
  );
}
