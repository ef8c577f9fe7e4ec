import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { RelativeTime } from "~/components/relative-time";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { KeyRound, Plus } from "~/components/ui/icons";
import { permissionsText } from "~/domain/api-keys/api-key";
import { listApiKeys } from "~/domain/api-keys/change.server";
import { allowAdmin } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "API keys · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => {
  const { timeZone } = allowAdmin(ctx);
  const dayOf = (at: string) => wallTimeOf(Date.parse(at), timeZone).date;
  const keys = (await listApiKeys(ctx)).map(({ createdAt, expiresAt, ...key }) => ({
    ...key,
    madeOn: dayOf(createdAt),
    endsOn: expiresAt === null ? null : dayOf(expiresAt),
  }));
  return { keys, now: ctx.now.getTime() };
});

type Key = ReturnType<typeof useLoaderData<typeof loader>>["keys"][number];

/** API keys of the business's own programs: permissions, last use, and expiry. */
export default function ApiKeys() {
  const { keys, now } = useLoaderData<typeof loader>();
  const add = (
    <Button asChild>
      <Link to={paths.newApiKey()} preventScrollReset>
        <Plus />
        New API key
      </Link>
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3 py-4">
        <p className="max-w-prose text-muted-foreground">
          Your own programs and other services call Plenum with a key. Each key can do only what you allow, under its
          own name in the audit log. See{" "}
          <TextLink to={paths.apiDocs()} reloadDocument>
            what the API can do
          </TextLink>
          .
        </p>
        {keys.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <FileLink href={paths.apiListFile("api-keys")} />
            {add}
          </div>
        )}
      </div>
      <DataTable
        caption="API keys"
        columns={columnsAt(now)}
        rows={keys}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={KeyRound} title="No API keys yet" action={add}>
            Create one for each program, so you can delete one without the others.
          </EmptyState>
        }
      />
      <Outlet />
    </>
  );
}

function columnsAt(now: number): Column<Key>[] {
  return [
    {
      key: "name",
      header: "Name",
      cell: ({ name, tokenEnd }) => (
        <>
          {name}
          <SecondLine wraps>ends in {tokenEnd}</SecondLine>
        </>
      ),
    },
    { key: "access", header: "Permissions", cell: ({ permissions }) => permissionsText(permissions) },
    {
      key: "used",
      header: "Last used",
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? "Never" : <RelativeTime at={Date.parse(lastUsedAt)} now={now} />,
    },
    {
      key: "end",
      header: "Expires",
      cell: ({ endsOn, hasEnded }) => {
        if (endsOn === null) return "Never";
        return (
          <span className={hasEnded ? "font-medium text-bad" : undefined}>
            {hasEnded && "Expired "}
            <CivilDateText date={endsOn} year />
          </span>
        );
      },
    },
    {
      key: "made",
      header: "Created",
      needsRoom: true,
      cell: ({ madeOn, createdBy }) => (
        <>
          <CivilDateText date={madeOn} year /> by {createdBy ?? "a former user"}
        </>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      cell: ({ id, name }) => (
        <Button asChild variant="outline" size="sm">
          <Link to={paths.deleteApiKey(id)} preventScrollReset aria-label={`Delete ${name}`}>
            Delete
          </Link>
        </Button>
      ),
    },
  ];
}
