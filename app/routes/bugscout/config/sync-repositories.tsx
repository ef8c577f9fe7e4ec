import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { EmptyState } from "~/components/feedback/empty-state";
import { RefusedAction } from "~/components/feedback/refused-action";
import { RelativeTime } from "~/components/relative-time";
import { StatusBadge } from "~/components/status-badge";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card, CardAction, CardContent, CardFooter, CardHeader, CardTitle } from "~/components/ui/card";
import { CircleAlert, CircleCheck, FolderGit2, Minus, TriangleAlert } from "~/components/ui/icons";
import { HOST_KINDS, HOST_NAMES } from "~/domain/code-hosts/host";
import { RepositoryAt } from "~/domain/code-hosts/sync/schema";
import {
  directionLabel,
  MAX_CREATIONS_AN_HOUR,
  SYNCED_FIELD_LABELS,
  SYNCED_FIELDS,
} from "~/domain/code-hosts/sync/sync-rules";
import {
  resumeCreations,
  resync,
  type SyncedRepository,
  syncSettings,
} from "~/domain/code-hosts/sync/sync-settings.server";
import { hookText } from "~/domain/code-hosts/webhook-health";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { SyncTabs } from "./sync-tabs";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Issue sync · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => ({
  ...(await syncSettings(ctx)),
  now: ctx.now.getTime(),
  formKey: ctx.newId(),
}));

export const action = formActions({
  resync: formCase(RepositoryAt, async ({ ctx, input, request }) => {
    await resync(ctx, input);
    const text = "Syncing. Missed changes arrive within a minute.";
    return redirectWithToast(request, paths.issueSync(), { tone: "info", text });
  }),
  resume: formCase(RepositoryAt, async ({ ctx, input, request }) => {
    await resumeCreations(ctx, input);
    return redirectWithToast(request, paths.issueSync(), {
      tone: "success",
      text: "Creating issues there is on again.",
    });
  }),
});

/** Which repositories are synced, with their rules and the state of their webhooks. */
export default function SyncRepositories() {
  const { repositories, projects, failed, now, formKey } = useLoaderData<typeof loader>();
  return (
    <>
      <SyncTabs />
      <RefusedAction />
      {failed > 0 && (
        <p
          role="status"
          className="mb-4 flex flex-wrap items-center gap-2 rounded-md border border-warn bg-warn-soft p-3"
        >
          <TriangleAlert className="size-4" />
          {failed === 1 ? "1 task failed." : `${failed} tasks failed.`}
          <TextLink to={paths.issueSyncLog({ outcome: "failed" })}>Open the sync log</TextLink>
        </p>
      )}
      {repositories.length === 0 ? (
        <div className="list-frame">
          <EmptyState
            icon={FolderGit2}
            title="No repositories are synced"
            action={
              <div className="flex flex-wrap justify-center gap-2">
                {HOST_KINDS.map((host) => (
                  <Button key={host} asChild variant="outline">
                    <Link to={paths.codeHost(host)}>Connect {HOST_NAMES[host]}</Link>
                  </Button>
                ))}
              </div>
            }
          >
            Connect GitHub or GitLab and choose repositories. Then choose here which of their issues are synced, and in
            which direction.
          </EmptyState>
        </div>
      ) : (
        <ul className="grid items-start gap-4 xl:grid-cols-2">
          {repositories.map((one) => (
            <Repository
              key={`${one.host} ${one.id}`}
              repository={one}
              project={projects.find(({ id }) => id === one.projectId)?.name ?? null}
              {...{ now, formKey }}
            />
          ))}
        </ul>
      )}
      <Outlet />
    </>
  );
}

interface RepositoryProps {
  repository: SyncedRepository;
  project: string | null;
  now: number;
  formKey: string;
}

function Repository({ repository, project, now, formKey }: RepositoryProps) {
  const { host, id, fullName, url, problem, creationsStoppedAt } = repository;
  return (
    <Card asChild size="sm">
      <li>
        <CardHeader>
          <CardTitle className="min-w-0 break-words">
            <a href={url} target="_blank" rel="noreferrer" className="hover:underline">
              {fullName}
            </a>{" "}
            <span className="font-normal text-muted-foreground text-sm">on {HOST_NAMES[host]}</span>
          </CardTitle>
          <CardAction>
            <Health repository={repository} />
          </CardAction>
        </CardHeader>
        <CardContent className="flex flex-col gap-3">
          {problem && <p className="text-bad text-sm">{problem}</p>}
          {creationsStoppedAt && (
            <div
              role="status"
              className="flex flex-wrap items-center gap-3 rounded-md border border-warn bg-warn-soft p-3 text-sm"
            >
              <p className="grow">
                Nothing more is created there: {MAX_CREATIONS_AN_HOUR} issues were created within an hour, which looks
                like a loop.
              </p>
              <RepositoryAction intent="resume" {...{ repository, formKey }}>
                Resume creating
              </RepositoryAction>
            </div>
          )}
          <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
            <Fact name="Direction">{rulesText(repository)}</Fact>
            <Fact name="Synced issues">
              {repository.labels.length > 0 ? `With one of: ${repository.labels.join(", ")}` : "All"}
              {host === "gitlab" &&
                (repository.includeConfidential ? ", confidential ones too" : ", no confidential ones")}
            </Fact>
            <Fact name="Project">{project ?? "None"}</Fact>
            <Fact name="New issues added here">{creationText(repository, project)}</Fact>
            <Fact name="Webhook">
              <WebhookFacts {...{ repository, now }} />
            </Fact>
            <Fact name="Last check for changes">
              {repository.lastReadAt ? <RelativeTime at={Date.parse(repository.lastReadAt)} now={now} /> : "Not yet"}
              {", "}
              {repository.issueCount.toLocaleString("en-US")} {repository.issueCount === 1 ? "issue" : "issues"}
            </Fact>
          </dl>
        </CardContent>
        <CardFooter className="flex-wrap gap-2">
          <Button asChild variant="outline" size="sm">
            <Link to={paths.issueSyncRules(host, id)} preventScrollReset>
              Edit rules<span className="sr-only"> of {fullName}</span>
            </Link>
          </Button>
          <Button asChild variant="outline" size="sm">
            <Link to={paths.issueSyncBackfill(host, id)} preventScrollReset>
              Bring over existing issues<span className="sr-only"> of {fullName}</span>
            </Link>
          </Button>
          <RepositoryAction intent="resync" {...{ repository, formKey }}>
            Resync now
          </RepositoryAction>
          <Button asChild variant="ghost" size="sm">
            <Link to={paths.issueSyncLog({ repository: id })}>
              Log<span className="sr-only"> of {fullName}</span>
            </Link>
          </Button>
        </CardFooter>
      </li>
    </Card>
  );
}

type RepositoryActionProps = Pick<RepositoryProps, "repository" | "formKey"> & { intent: string; children: ReactNode };

function RepositoryAction({ repository, formKey, intent, children }: RepositoryActionProps) {
  const { host, id, fullName } = repository;
  const { formData } = useNavigation();
  const isBusy = formData?.get("intent") === intent && formData.get("repositoryId") === id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="host" value={host} />
      <input type="hidden" name="repositoryId" value={id} />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-${intent}-${id}`} />
      <Button type="submit" variant="outline" size="sm" loading={isBusy}>
        {children}
        <span className="sr-only"> {fullName}</span>
      </Button>
    </Form>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{name}</dt>
      <dd className="text-muted-foreground">{children}</dd>
    </div>
  );
}

function Health({ repository: { hookId, hookState, canAdmin } }: Pick<RepositoryProps, "repository">) {
  if (hookId === null || hookState === null)
    return <StatusBadge label={canAdmin ? "Webhook pending" : "No webhook"} tone="neutral" icon={Minus} />;
  if (hookState === "active") return <StatusBadge label="Webhook works" tone="ok" icon={CircleCheck} />;
  const label = { failing: "Webhook fails", disabled: "Webhook off", missing: "Webhook gone" }[hookState];
  return <StatusBadge label={label} tone="bad" icon={CircleAlert} />;
}

function WebhookFacts({ repository, now }: Pick<RepositoryProps, "repository" | "now">) {
  const { host, hookId, hookState, hookDetail, hookFailures, lastWebhookAt, refusedWebhooks, lastRefusedAt } =
    repository;
  if (hookId === null) return "None: changes are fetched every 15 minutes.";
  return (
    <>
      {hookState && hookText(host, hookState)}
      {hookDetail && ` ${HOST_NAMES[host]} says: ${hookDetail}.`}{" "}
      {lastWebhookAt ? (
        <>
          Last one <RelativeTime at={Date.parse(lastWebhookAt)} now={now} />.
        </>
      ) : (
        "None has arrived yet."
      )}
      {hookFailures > 0 && ` ${hookFailures} failed recently.`}
      {lastRefusedAt && (
        <>
          {" "}
          {refusedWebhooks === 1 ? "1 with a wrong signature" : `${refusedWebhooks} with a wrong signature`}, the last{" "}
          <RelativeTime at={Date.parse(lastRefusedAt)} now={now} />.
        </>
      )}
    </>
  );
}

function rulesText({ host, direction, fieldRules, canWrite }: SyncedRepository): string {
  const own = SYNCED_FIELDS.flatMap((field) => {
    const rule = fieldRules[field];
    return rule ? `${SYNCED_FIELD_LABELS[field].toLowerCase()} ${directionLabel(rule, host).toLowerCase()}` : [];
  });
  const text = [directionLabel(direction, host), ...own].join("; ");
  return canWrite ? text : `${text} (read-only access token)`;
}

function creationText({ host, creates }: SyncedRepository, project: string | null): string {
  switch (creates) {
    case "never":
      return "Stay here";
    case "by_hand":
      return "Created there on request";
    case "project":
      return `Created on ${HOST_NAMES[host]} when they are in ${project ?? "its project"}`;
  }
}
