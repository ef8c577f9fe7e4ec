import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useFetcher, useLoaderData, useSearchParams } from "@remix-run/react";
import { useId } from "react";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Users } from "~/components/ui/icons";
import { NativeSelect } from "~/components/ui/native-select";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { hostMembers, hostPeople, mapPerson } from "~/domain/code-hosts/people.server";
import { PeopleView, PersonForm } from "~/domain/code-hosts/sync/schema";
import { type FormRefusal, formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useInTurn } from "~/lib/use-in-turn";
import { paths } from "~/paths";
import { SyncTabs } from "./sync-tabs";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Assignee mapping · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const view = PeopleView.parse(Object.fromEntries(url.searchParams));
  const [list, members] = await Promise.all([hostPeople(ctx, view), hostMembers(ctx)]);
  return { list, members };
});

export const action = formAction(PersonForm, async ({ ctx, input }) => {
  const { userId, ...at } = input;
  await mapPerson(ctx, at, { userId });
  return { done: true };
});

/** Maps accounts of a code host to members, so that assignees can be synced. */
export default function SyncPeople() {
  const { list, members } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const isLater = search.has("cursor") || search.has("before");
  return (
    <>
      <SyncTabs />
      <div className="mb-4 flex flex-wrap items-start gap-x-6 gap-y-3">
        <p className="max-w-prose grow text-muted-foreground">
          Match accounts there with members here to sync assignees. Accounts and members without a match stay assigned
          on their own side, and the sync log lists them.
        </p>
        <Button asChild variant="outline">
          <Link to={paths.newIssueSyncPerson()} preventScrollReset>
            Add account
          </Link>
        </Button>
      </div>
      <div className="list-frame">
        {list.items.length === 0 && !isLater ? (
          <EmptyState icon={Users} title="No accounts yet">
            Accounts appear here as soon as issues are assigned to them. You can also add one by its user name.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-border">
            {list.items.map((one) => (
              <Person key={`${one.host} ${one.login}`} {...one} members={members} />
            ))}
          </ul>
        )}
      </div>
      <CursorPagination page={list} href={paths.issueSyncPeople}>
        {list.items.length} shown
      </CursorPagination>
      <Outlet />
    </>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function Person({ host, login, userId, members }: Data["list"]["items"][number] & Pick<Data, "members">) {
  const fetcher = useFetcher<FormRefusal | { done: true }>();
  const { lastResult, sessionEnded } = useFormRefusal(fetcher.data);
  const refused = lastResult?.error;
  const id = useId();
  const { pending, add } = useInTurn<string>(
    fetcher,
    (next) => fetcher.submit({ host, login, userId: next }, { method: "post" }),
    () => true,
  );
  const chosen = pending.at(-1) ?? userId ?? "";
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <label htmlFor={id} className="min-w-40 grow break-all">
        <span className="font-medium">{login}</span>{" "}
        <span className="text-muted-foreground text-sm">on {HOST_NAMES[host]}</span>
      </label>
      {chosen === "" && <Badge>No one here yet</Badge>}
      <NativeSelect
        id={id}
        className="w-full sm:w-64"
        value={chosen}
        placeholder="No one here"
        choices={members.map((member) => ({ value: member.userId, label: member.name }))}
        onChange={({ target }) => add(target.value)}
      />
      {refused && (
        <p role="alert" className="w-full text-bad text-sm">
          {Object.values(refused).flat().join(" ")}
        </p>
      )}
      {sessionEnded}
    </li>
  );
}
