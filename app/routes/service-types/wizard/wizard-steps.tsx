import { Link } from "@remix-run/react";
import { cn } from "~/lib/utils";

const STEPS = ["details", "tasks", "requirements", "review"] as const;
export type Step = (typeof STEPS)[number];

const labels: Record<Step, string> = {
  details: "Details",
  tasks: "Tasks",
  requirements: "Requirements",
  review: "Review",
};

export function isStep(text: string | null): text is Step {
  return STEPS.some((step) => step === text);
}

export function stepHref(here: string, step: Step): string {
  return `${here}?step=${step}`;
}

/** The current step; any step can be opened at any time, and each is saved separately. */
export function WizardSteps({ here, current }: { here: string; current: Step }) {
  return (
    <nav aria-label="Steps" className="mb-6">
      <ol className="grid grid-cols-4 gap-2">
        {STEPS.map((step, index) => (
          <li key={step}>
            <Link
              to={stepHref(here, step)}
              preventScrollReset
              aria-current={step === current ? "step" : undefined}
              className={cn(
                "flex flex-col gap-1 border-t-2 py-2 text-sm max-sm:items-center max-sm:text-xs",
                step === current
                  ? "border-ring font-medium text-foreground"
                  : "border-border text-muted-foreground hover:text-foreground",
              )}
            >
              <span className="text-subtle-foreground text-xs tabular max-sm:sr-only">Step {index + 1}</span>
              {labels[step]}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
