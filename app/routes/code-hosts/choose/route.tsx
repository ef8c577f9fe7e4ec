import { getZodConstraint } from "@conform-to/zod/v4";
import { Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { chooseRepositories, repositoriesToChoose } from "~/domain/code-hosts/repositories.server";
import { RepositoryChoice, RepositoryList } from "~/domain/code-hosts/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { hostOf } from "~/routes/code-hosts/host";
import { rightsText } from "~/routes/code-hosts/repositories";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const host = hostOf(url.pathname);
  const list = RepositoryList.catch({ limit: 50 }).parse(Object.fromEntries(url.searchParams));
  const page = await repositoriesToChoose(ctx, host, list);
  return { host, list, ...page, constraint: getZodConstraint(RepositoryChoice), formKey: ctx.newId() };
});

export const action = formAction(RepositoryChoice, async ({ ctx, input, url, request }) => {
  const host = hostOf(url.pathname);
  const { chosen } = await chooseRepositories(ctx, host, input);
  const text =
    chosen === 1 ? "1 repository on this page is selected." : `${chosen} repositories on this page are selected.`;
  return redirectWithToast(request, paths.codeHost(host), { tone: "success", text });
});

export default function ChooseRepositories() {
  const { host, list, items, nextCursor, constraint, formKey } = useLoaderData<typeof loader>();
  const page = Number(list.cursor ?? 1);
  const actionForm = useActionForm<z.input<typeof RepositoryChoice>>({
    id: "choose-repositories",
    constraint,
    defaultValue: {},
  });
  return (
    <FormDialog
      size="large"
      title="Choose repositories"
      description={`Repositories that the access token can reach on ${HOST_NAMES[host]}, by name.`}
      actionForm={actionForm}
      formKey={formKey}
      submit="Save choice"
      aside={
        (page > 1 || nextCursor) && (
          <div className="mr-auto flex items-center gap-2">
            {page > 1 && (
              <Button asChild variant="ghost">
                <Link to={paths.hostRepositories(host, { cursor: String(page - 1) })} replace preventScrollReset>
                  Previous page
                </Link>
              </Button>
            )}
            {nextCursor && (
              <Button asChild variant="ghost">
                <Link to={paths.hostRepositories(host, { cursor: nextCursor })} replace preventScrollReset>
                  Next page
                </Link>
              </Button>
            )}
          </div>
        )
      }
    >
      <input type="hidden" name="limit" value={list.limit} />
      {list.cursor && <input type="hidden" name="cursor" value={list.cursor} />}
      {items.length === 0 && (
        <p className="text-muted-foreground">
          {page > 1
            ? "There are no more repositories."
            : "The access token can't reach any repository. A fine-grained token has to name the repositories it covers."}
        </p>
      )}
      <ul key={page} className="divide-y divide-border">
        {items.map((one) => {
          const unfit = one.isArchived ? "Archived" : one.hasIssues ? null : "Issues are turned off";
          return (
            <li key={one.id}>
              <label className="flex min-h-11 items-start gap-3 py-2.5">
                <Checkbox
                  name="repositoryIds"
                  value={one.id}
                  defaultChecked={one.isChosen && unfit === null}
                  disabled={unfit !== null}
                />
                <span className="flex min-w-0 grow flex-col gap-x-4 sm:flex-row sm:items-start sm:justify-between">
                  <span className="min-w-0">
                    <span className="flex flex-wrap items-center gap-x-2 break-words font-medium">
                      {one.fullName}
                      {one.isPrivate && <Badge>Private</Badge>}
                    </span>
                    {one.description && <span className="block text-muted-foreground text-sm">{one.description}</span>}
                  </span>
                  <span className="shrink-0 text-muted-foreground text-sm">
                    {unfit ?? rightsText(one.canWrite, one.canAdmin)}
                  </span>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </FormDialog>
  );
}
