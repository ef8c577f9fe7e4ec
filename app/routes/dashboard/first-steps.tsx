import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Circle, CircleCheck } from "~/components/ui/icons";
import { Progress } from "~/components/ui/progress";
import type { FirstStepsProgress } from "~/domain/first-steps/progress.server";
import { FIRST_STEPS, type FirstStep } from "~/domain/first-steps/steps";
import { zoneName } from "~/domain/shared/time/time-zones";
import { paths } from "~/paths";

type FirstStepsProps = {
  progress: FirstStepsProgress;
  /** Whether one click can make the reader a technician. */
  mayJoin: boolean;
  formKey: string;
  /** Number of service types one click adds. */
  starterCount: number;
  /** Why the last action was refused. */
  problem?: string;
};

/** What a new business sets up before its first dispatched job; a step is marked as done once the data shows it. */
export function FirstSteps({
  progress: { done, hasDetails, timeZone },
  mayJoin,
  formKey,
  starterCount,
  problem,
}: FirstStepsProps) {
  const next = FIRST_STEPS.find((step) => !done.includes(step));
  const steps: Record<FirstStep, { title: string; text: string; actions: ReactNode }> = {
    service_types: {
      title: "Add service types",
      text: "Each one sets the duration, required skills and checklist of a kind of job.",
      actions: (
        <>
          <Press intent="starter" formKey={formKey} isNext={next === "service_types"}>
            Add {starterCount} starter types
          </Press>
          <Go to={paths.newServiceType()}>Create your own</Go>
        </>
      ),
    },
    technician: {
      title: "Add a technician",
      text: mayJoin ? "If you go out on jobs yourself, add yourself." : "They get an email and choose a password.",
      actions: (
        <>
          {mayJoin && (
            <Press intent="technician" formKey={formKey} isNext={next === "technician"}>
              Add myself
            </Press>
          )}
          <Go to={paths.firstTechnician()} isNext={!mayJoin && next === "technician"}>
            Invite a technician
          </Go>
        </>
      ),
    },
    customer: {
      title: "Add your first customer",
      text: "Next you book the job they called about.",
      actions: (
        <Go to={paths.firstCustomer()} isNext={next === "customer"}>
          Add a customer
        </Go>
      ),
    },
    schedule: {
      title: "Schedule a job",
      text: "A day, a time and a technician.",
      actions: done.includes("customer") && (
        <Go to={paths.firstWorkOrder()} isNext={next === "schedule"}>
          Schedule a job
        </Go>
      ),
    },
    dispatch: {
      title: "Dispatch it",
      text: "It shows up on the technician's phone.",
      actions: done.includes("schedule") && (
        <Go to={paths.firstDispatch()} isNext={next === "dispatch"}>
          Dispatch it
        </Go>
      ),
    },
  };
  return (
    <Card as="section" aria-labelledby="first-steps">
      <header className="flex items-center gap-4 px-4 pt-3 sm:px-6">
        <h2 id="first-steps" className="grow font-semibold text-base">
          Get your first job out
        </h2>
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="hide" variant="ghost" size="sm">
            Hide
          </Button>
        </Form>
      </header>
      <div className="flex items-center gap-4 px-4 pt-1 sm:px-6">
        <Progress label="Steps done" value={done.length} max={FIRST_STEPS.length} tone="ok" className="grow" />
        <p className="shrink-0 text-muted-foreground text-sm tabular">
          {done.length} of {FIRST_STEPS.length} done
        </p>
      </div>
      {problem && (
        <p role="alert" className="px-4 pt-3 font-medium text-bad sm:px-6">
          {problem}
        </p>
      )}
      <ol className="mt-3 divide-y divide-border">
        {FIRST_STEPS.map((step) => (
          <Step key={step} isDone={done.includes(step)} isNext={step === next} {...steps[step]} />
        ))}
      </ol>
      {!hasDetails && (
        <p className="border-border border-t px-4 py-3 text-muted-foreground text-sm sm:px-6">
          Times are {zoneName(timeZone)} ({timeZone.replaceAll("_", " ")}).{" "}
          <TextLink to={paths.settings()}>Check your business details</TextLink> when you have a minute.
        </p>
      )}
    </Card>
  );
}

type StepProps = { title: string; text: string; actions: ReactNode; isDone: boolean; isNext: boolean };

function Step({ title, text, actions, isDone, isNext }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li
      aria-current={isNext ? "step" : undefined}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6"
    >
      <Icon
        aria-hidden="true"
        className={isDone ? "size-5 shrink-0 text-ok" : "size-5 shrink-0 text-subtle-foreground"}
      />
      <div className="min-w-0 grow basis-52">
        <p className={isDone ? "text-muted-foreground" : "font-medium"}>
          {title}
          {isDone && <span className="sr-only">, done</span>}
        </p>
        {!isDone && <p className="text-muted-foreground text-sm">{text}</p>}
      </div>
      {!isDone && <div className="flex flex-wrap gap-2">{actions}</div>}
    </li>
  );
}

function Go({ to, isNext = false, children }: { to: string; isNext?: boolean; children: ReactNode }) {
  return (
    <Button asChild variant={isNext ? "default" : "outline"} size="sm">
      <Link to={to} preventScrollReset>
        {children}
      </Link>
    </Button>
  );
}

type PressProps = { intent: string; formKey: string; isNext: boolean; children: ReactNode };

function Press({ intent, formKey, isNext, children }: PressProps) {
  const isSaving = useIsSubmitting(intent);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="idempotencyKey" value={`${formKey}-${intent}`} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={isNext ? "default" : "outline"}
        size="sm"
        loading={isSaving}
      >
        {children}
      </Button>
    </Form>
  );
}
