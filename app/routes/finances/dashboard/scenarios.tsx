import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, Link, useLoaderData, useSearchParams } from "@remix-run/react";
import type { z } from "zod";
import { RefusedAction } from "~/components/feedback/refused-action";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { PencilLine, Trash2 } from "~/components/ui/icons";
import {
  createScenario,
  deleteScenario,
  listScenarios,
  type Scenario,
} from "~/domain/finance/forecast/scenarios.server";
import { NewScenario } from "~/domain/finance/forecast/schema";
import { writeSwitch } from "~/domain/finance/forecast/switches";
import { RecordId } from "~/domain/shared/fields";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { readRunwayQuery, runwayHref, scenarioHref, withScenario } from "./what-if-query";

export const loader = memberLoader(async ({ ctx }) => ({
  scenarios: await listScenarios(ctx),
  constraint: getZodConstraint(NewScenario),
  formKey: ctx.newId(),
}));

export const action = formActions({
  add: formCase(NewScenario, async ({ ctx, input, url, request }) => {
    const { name } = await createScenario(ctx, input);
    const to = runwayHref(withScenario(readRunwayQuery(url.searchParams), input));
    return redirectWithToast(request, to, { tone: "success", text: `${name} saved.` });
  }),
  remove: formCase(RecordId, async ({ ctx, input, url, request }) => {
    const scenario = await deleteScenario(ctx, input.id);
    const query = readRunwayQuery(url.searchParams);
    return redirectWithToast(request, runwayHref(query), {
      tone: "success",
      text: `${scenario.name} deleted.`,
      ...(isBrief(scenario) && { undo: { action: paths.financeScenarios(), fields: fieldsOf(scenario) } }),
    });
  }),
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

/** The undo of a deleted scenario is stored in a cookie, which is limited to four thousand characters. */
const MAX_UNDO_LENGTH = 1500;

const isBrief = ({ changes }: Scenario) => changes.join("").length <= MAX_UNDO_LENGTH;

function fieldsOf({ name, currency, changes }: Scenario): Record<string, string> {
  const numbered = changes.map((change, at) => [`changes[${at}]`, change]);
  return { intent: "add", name, currency, ...Object.fromEntries(numbered) };
}

/** Saves the current what-ifs under a name; saved scenarios can be renamed or deleted. */
export default function Scenarios() {
  const { scenarios, constraint, formKey } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const query = readRunwayQuery(search);
  const close = useCloseDialog();
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Scenarios</DialogTitle>
          <DialogDescription>What-ifs saved under a name. Your plan doesn't change.</DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-5">
          <RefusedAction except={query.switches.length > 0 ? "add" : undefined} />
          {query.switches.length > 0 && (
            <SaveForm
              constraint={constraint}
              formKey={formKey}
              currency={query.currency ?? "USD"}
              changes={query.switches.map(writeSwitch)}
            />
          )}
          {scenarios.length > 0 && (
            <ul aria-label="Saved" className="divide-y divide-border">
              {scenarios.map(({ id, name, changes }) => (
                <li key={id} className="flex items-center gap-3 py-2">
                  <div className="mr-auto min-w-0">
                    <p className="break-words font-medium">{name}</p>
                    <p className="text-muted-foreground text-sm">
                      {changes.length === 1 ? "1 change" : `${changes.length} changes`}
                    </p>
                  </div>
                  <Button variant="ghost" size="icon-sm" asChild>
                    <Link to={scenarioHref(id, query)} preventScrollReset aria-label={`Rename ${name}`}>
                      <PencilLine />
                    </Link>
                  </Button>
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="intent" value="remove" />
                    <input type="hidden" name="id" value={id} />
                    <Button variant="ghost" size="icon-sm" type="submit" aria-label={`Delete ${name}`}>
                      <Trash2 />
                    </Button>
                  </Form>
                </li>
              ))}
            </ul>
          )}
          {scenarios.length === 0 && query.switches.length === 0 && (
            <p className="text-muted-foreground">
              Nothing is saved yet. Switch a bill off or change an amount first, then save it here.
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Close
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type SaveFormProps = {
  constraint: ReturnType<typeof useLoaderData<typeof loader>>["constraint"];
  formKey: string;
  currency: string;
  changes: readonly string[];
};

function SaveForm({ constraint, formKey, currency, changes }: SaveFormProps) {
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof NewScenario>>({
    id: "scenario",
    intent: "add",
    constraint,
    defaultValue: { name: "" },
  });
  return (
    <>
      <Form method="post" id={form.id} noValidate preventScrollReset className="flex flex-col gap-4">
        <FormSummary form={form} labels={{ name: "Name" }} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="add" />
        <input type="hidden" name="currency" value={currency} />
        {changes.map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an addition may be there twice
          <input key={at} type="hidden" name={`changes[${at}]`} value={change} />
        ))}
        <TextField field={fields.name} label="Name" placeholder="New car, part-time from May" autoComplete="off" />
        <Button type="submit" variant="default" className="self-start" loading={isSaving}>
          Save scenario
        </Button>
      </Form>
      {sessionEnded}
    </>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
