import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { Backfill, RepositoryAt } from "~/domain/code-hosts/sync/schema";
import { backfill, type DryRun, dryRun, syncedRepository } from "~/domain/code-hosts/sync/sync-settings.server";
import { notFound } from "~/domain/shared/errors";
import { Nothing } from "~/domain/shared/fields";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

function repositoryAt(params: unknown): RepositoryAt {
  const { data } = RepositoryAt.safeParse(params);
  if (!data) throw notFound();
  return data;
}

export const loader = pageLoader(async ({ ctx, params }) => ({
  repository: await syncedRepository(ctx, repositoryAt(params)),
  formKey: ctx.newId(),
}));

interface Counted {
  there: DryRun;
  here: DryRun;
}

export const action = formActions({
  count: formCase(Nothing, async ({ ctx, params }): Promise<Counted> => {
    const at = repositoryAt(params);
    const [there, here] = await Promise.all([
      dryRun(ctx, at, { direction: "from_host" }),
      dryRun(ctx, at, { direction: "to_host" }),
    ]);
    return { there, here };
  }),
  start: formCase(Backfill, async ({ ctx, input, params, request }) => {
    const { count } = await backfill(ctx, repositoryAt(params), input);
    const text =
      count === null
        ? "Reading the repository from the beginning. Issues arrive over the next minutes."
        : `${count} ${count === 1 ? "issue is" : "issues are"} being created there, as fast as the host takes them.`;
    return redirectWithToast(request, paths.issueSync(), { tone: "info", text });
  }),
});

/** Counts issues that exist on only one side, by the current rules, before any are copied. */
export default function SyncBackfill() {
  const { repository } = useLoaderData<typeof loader>();
  const answer = useActionAnswer<Partial<Counted>>();
  const { lastResult, sessionEnded } = useFormRefusal(answer);
  const counted = answer?.there && answer.here ? { there: answer.there, here: answer.here } : null;
  const refused = lastResult?.error;
  const { host, fullName, creates, canWrite, direction } = repository;
  const isCounting = useNavigation().formData?.get("intent") === "count";
  const name = HOST_NAMES[host];
  const close = useCloseDialog();
  const mayCreate = canWrite && creates !== "never" && direction !== "from_host";
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{`Existing issues in ${fullName}`}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-6">
          {refused && (
            <p role="alert" className="text-bad">
              {Object.values(refused).flat().join(" ")}
            </p>
          )}
          {counted ? (
            <>
              <Side title={`On ${name}, not here`} run={counted.there}>
                <Start direction="from_host" isDisabled={counted.there.count === 0 || direction === "to_host"}>
                  Add {countText(counted.there)} here
                </Start>
                {direction === "to_host" && <Note>Its rules only send issues to {name}.</Note>}
              </Side>
              <Side title={`Here, not on ${name}`} run={counted.here}>
                <Start direction="to_host" isDisabled={counted.here.count === 0 || !mayCreate}>
                  Create {countText(counted.here)} on {name}
                </Start>
                {mayCreate ? (
                  <Note>
                    {name} accepts about 40 a minute and 250 an hour. Each issue is created once, even if this is
                    interrupted.
                  </Note>
                ) : (
                  <Note>Its rules or the access token don't allow creating issues there.</Note>
                )}
              </Side>
            </>
          ) : (
            <Form method="post" preventScrollReset className="flex flex-col items-start gap-4">
              <p>
                Bring over issues created before the rules were set. They are counted first, by the current rules.
                Nothing changes yet.
              </p>
              <input type="hidden" name="intent" value="count" />
              <Button type="submit" variant="default" loading={isCounting}>
                Count issues
              </Button>
            </Form>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Close
          </Button>
        </DialogFooter>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}

function countText({ count, isMore }: DryRun): string {
  const text = count.toLocaleString("en-US");
  return `${isMore ? `${text} or more` : text} ${count === 1 && !isMore ? "issue" : "issues"}`;
}

function Side({ title, run, children }: { title: string; run: DryRun; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">
        {title}: <span className="tabular">{countText(run)}</span>
      </h3>
      {run.left.map(({ reason, count }) => (
        <p key={reason} className="text-muted-foreground text-sm">
          {count.toLocaleString("en-US")} left out: {reason}
        </p>
      ))}
      {children}
    </section>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-muted-foreground text-sm">{children}</p>;

function Start({ direction, isDisabled, children }: { direction: string; isDisabled: boolean; children: ReactNode }) {
  const { formKey } = useLoaderData<typeof loader>();
  const isBusy = useNavigation().formData?.get("direction") === direction;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="direction" value={direction} />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-${direction}`} />
      <Button type="submit" variant="default" loading={isBusy} disabled={isDisabled}>
        {children}
      </Button>
    </Form>
  );
}
