import { Form, Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
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
import { PencilLine, Plus, Trash2, Users } from "~/components/ui/icons";
import { allow, can } from "~/domain/shared/permissions";
import { TeamAction } from "~/domain/technicians/schema";
import { deleteTeam, listTeams, restoreTeam, type Team } from "~/domain/technicians/teams.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => {
  const me = allow(ctx, "technicians.read");
  return { teams: await listTeams(ctx), mayWrite: can(me, "technicians.write") };
});

export const action = formAction(TeamAction, async ({ ctx, input: { intent, id }, request, url }) => {
  const query = Object.fromEntries(url.searchParams);
  if (intent === "restore") {
    const { name } = await restoreTeam(ctx, id);
    return redirectWithToast(request, paths.teams(query), { tone: "success", text: `${name} is back.` });
  }
  const team = await deleteTeam(ctx, id);
  // Closes the dialog: Undo cannot be pressed below a modal one.
  return redirectWithToast(request, paths.technicians(query), {
    ...{ tone: "success", text: `${team.name} deleted.` },
    undo: { action: paths.teams(query), fields: { intent: "restore", id } },
  });
});

/** Groups that technicians work in: for filters, and for lanes of the scheduler. */
export default function Teams() {
  const { teams, mayWrite } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const [search] = useSearchParams();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const problem = lastResult?.error?.[""];
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Teams</DialogTitle>
          <DialogDescription>
            Crews and branches to filter the scheduler and the list by. A technician is in one team at most.
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          {problem && (
            <p role="alert" className="font-medium text-bad">
              {problem.join(" ")}
            </p>
          )}
          {teams.length === 0 ? (
            <p className="flex items-center gap-2 text-muted-foreground">
              <Users className="size-4" />
              No teams yet, such as Install crew or North branch.
            </p>
          ) : (
            <ul aria-label="Teams" className="divide-y divide-border">
              {teams.map((team) => (
                <li key={team.id} className="flex items-center gap-2 py-2">
                  <div className="mr-auto min-w-0">
                    <Link
                      to={paths.technicians({ team: team.id })}
                      className="break-words font-medium hover:text-link hover:underline"
                    >
                      {team.name}
                    </Link>
                    <p className="text-muted-foreground text-sm">{sizeText(team)}</p>
                  </div>
                  {mayWrite && <TeamButtons team={team} />}
                </li>
              ))}
            </ul>
          )}
          {sessionEnded}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Close
          </Button>
          {mayWrite && (
            <Button variant="default" asChild>
              <Link to={paths.newTeam(Object.fromEntries(search))} preventScrollReset>
                <Plus />
                New team
              </Link>
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function TeamButtons({ team: { id, name } }: { team: Pick<Team, "id" | "name"> }) {
  const [search] = useSearchParams();
  return (
    <>
      <Button variant="ghost" size="icon-sm" asChild>
        <Link to={paths.editTeam(id, Object.fromEntries(search))} preventScrollReset aria-label={`Edit ${name}`}>
          <PencilLine />
        </Link>
      </Button>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <Button type="submit" variant="ghost" size="icon-sm" aria-label={`Delete ${name}`}>
          <Trash2 />
        </Button>
      </Form>
    </>
  );
}

function sizeText({ technicianIds: { length } }: Pick<Team, "technicianIds">): string {
  if (length === 0) return "No technicians";
  return length === 1 ? "1 technician" : `${length} technicians`;
}
