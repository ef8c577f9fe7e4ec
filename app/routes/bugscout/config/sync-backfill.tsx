import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { Backfill, RepositoryAt } from "~/domain/code-hosts/sync-schema";
import { backfill, type DryRun, dryRun, syncedRepository } from "~/domain/code-hosts/sync-settings.server";
import { notFound } from "~/domain/shared/errors";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

function repositoryAt(params: unknown): RepositoryAt {
  const { data } = RepositoryAt.safeParse(params);
  if (!data) throw notFound();
  return data;
}

export const loader = pageLoader(async ({ ctx, params }) => {
  const at = repositoryAt(params);
  const [repository, there, here] = await Promise.all([
    syncedRepository(ctx, at),
    dryRun(ctx, at, { direction: "from_host" }),
    dryRun(ctx, at, { direction: "to_host" }),
  ]);
  return { repository, there, here, formKey: ctx.newId() };
});

export const action = formAction(Backfill, async ({ ctx, input, params, request }) => {
  const { count } = await backfill(ctx, repositoryAt(params), input);
  const text =
    count === null
      ? "Reading the repository from the beginning. Issues arrive over the next minutes."
      : `${count} ${count === 1 ? "issue is" : "issues are"} being created there, as fast as the host takes them.`;
  return redirectWithToast(request, paths.issueSync(), { tone: "info", text });
});

/** Counts what is on one side only, by the rules as they are, before anything is brought over. */
export default function SyncBackfill() {
  const { repository, there, here } = useLoaderData<typeof loader>();
  const { host, fullName, creates, canWrite, direction } = repository;
  const name = HOST_NAMES[host];
  const close = useCloseDialog();
  const mayCreate = canWrite && creates !== "never" && direction !== "from_host";
  return (
    <Dialog open onOpenChange={close} size="medium" title={`Existing issues of ${fullName}`}>
      <ModalBody className="flex flex-col gap-6">
        <Side title={`On ${name}, not here`} run={there}>
          <Start direction="from_host" isDisabled={there.count === 0 || direction === "to_host"}>
            Add {countText(there)} here
          </Start>
          {direction === "to_host" && <Note>By its rules, issues go to {name} only.</Note>}
        </Side>
        <Side title={`Here, not on ${name}`} run={here}>
          <Start direction="to_host" isDisabled={here.count === 0 || !mayCreate}>
            Create {countText(here)} on {name}
          </Start>
          {mayCreate ? (
            <Note>{name} takes about 40 a minute and 250 an hour. Each is created once, even if this is cut off.</Note>
          ) : (
            <Note>By its rules or the access token, nothing is created there.</Note>
          )}
        </Side>
      </ModalBody>
      <ModalFooter>
        <Button variant="outline" onClick={close}>
          Close
        </Button>
      </ModalFooter>
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
      <input type="hidden" name="direction" value={direction} />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-${direction}`} />
      <Button type="submit" variant="default" loading={isBusy} disabled={isDisabled}>
        {children}
      </Button>
    </Form>
  );
}
