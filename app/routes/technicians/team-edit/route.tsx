import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData, useParams, useSearchParams } from "@remix-run/react";
import type { z } from "zod";
import { ChoiceListField } from "~/components/forms/choice-list-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { NewTeam, TeamForm } from "~/domain/technicians/schema";
import { createTeam, teamToEdit, updateTeam } from "~/domain/technicians/teams.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await teamToEdit(ctx, params.teamId ?? null)),
  constraint: getZodConstraint(NewTeam),
  formKey: ctx.newId(),
}));

const add = formAction(NewTeam, async ({ ctx, input, request, url }) => {
  await createTeam(ctx, input);
  return redirectWithToast(request, paths.teams(Object.fromEntries(url.searchParams)), {
    tone: "success",
    text: `${input.name} added.`,
  });
});

const change = formAction(TeamForm, async ({ ctx, input, params, request, url }) => {
  await updateTeam(ctx, params.teamId ?? "", input);
  return redirectWithToast(request, paths.teams(Object.fromEntries(url.searchParams)), {
    tone: "success",
    text: `${input.name} saved.`,
  });
});

export const action: typeof add = (args) => (args.params.teamId === undefined ? add(args) : change(args));

const labels = { name: "Name", technicianIds: "Technicians" };

/** A new team, or a change to one: its name and who is in it. */
export default function EditTeam() {
  const { team, people, constraint, formKey } = useLoaderData<typeof loader>();
  const { teamId } = useParams();
  const [search] = useSearchParams();
  const query = Object.fromEntries(search);
  const actionForm = useActionForm<z.input<typeof NewTeam>>({
    id: "team",
    constraint,
    noun: "team",
    defaultValue: { name: team?.name ?? "", technicianIds: team?.technicianIds ?? [] },
  });
  const { form, fields, current } = actionForm;
  // In the order of the list, so that only who is in the team makes a difference.
  const namesOf = (ids: unknown) =>
    people.filter(({ id }) => (Array.isArray(ids) ? ids.includes(id) : ids === id)).map(({ name }) => name);
  const conflict = teamId !== undefined && {
    noun: "team",
    discardHref: paths.editTeam(teamId, query),
    current:
      current && "technicianIds" in current ? { ...current, technicianIds: namesOf(current.technicianIds) } : current,
    yours: { ...form.value, technicianIds: namesOf(form.value?.technicianIds) },
  };
  const choices = people.map(({ id, name, otherTeam }) => ({
    value: id,
    label: name,
    ...(otherTeam && { hint: `Leaves ${otherTeam}` }),
  }));
  return (
    <FormDialog
      title={team ? `Edit ${team.name}` : "New team"}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={team?.version}
      conflict={conflict || undefined}
      submit={team ? "Save" : "Add team"}
      returnTo={paths.teams(query)}
    >
      <TextField field={fields.name} label={labels.name} autoComplete="off" placeholder="Install crew" />
      {choices.length > 0 && (
        <ChoiceListField
          field={fields.technicianIds}
          label={labels.technicianIds}
          type="checkbox"
          choices={choices}
          className="sm:grid sm:grid-cols-2"
        />
      )}
    </FormDialog>
  );
}
