import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { RefusedAction } from "~/components/feedback/refused-action";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleAlert, Link2 } from "~/components/ui/icons";
import { openConflicts, resolveConflict } from "~/domain/code-hosts/conflicts.server";
import { connectHost, findConnection } from "~/domain/code-hosts/connection.server";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { authorizationUrl } from "~/domain/code-hosts/oauth.server";
import { chosenRepositories, syncNow } from "~/domain/code-hosts/repositories.server";
import { ConflictForm, GitlabToken } from "~/domain/code-hosts/schema";
import { simulatedTokens } from "~/domain/code-hosts/simulated";
import { formatIssueNumber } from "~/domain/issues/issue";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { Conflicts } from "./conflicts";
import { ConnectionFacts } from "./connection-facts";
import { hostOf } from "./host";
import { Repositories } from "./repositories";
import { TokenFields, tokenLabels } from "./token-fields";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = ({ location }) => [{ title: `${HOST_NAMES[hostOf(location.pathname)]} · Plenum` }];

/** Shown at a time. */
const MAX_CONFLICTS = 10;

export const loader = pageLoader(async ({ ctx, url }) => {
  const host = hostOf(url.pathname);
  const { timeZone } = allow(ctx, "system.admin");
  const { codeHosts } = ctx.providers;
  const [connection, repositories, conflicts, authorizeUrl] = await Promise.all([
    findConnection(ctx, host),
    chosenRepositories(ctx, host),
    openConflicts(ctx, host, { limit: MAX_CONFLICTS }),
    authorizationUrl(ctx, host),
  ]);
  return {
    ...{
      host,
      connection,
      repositories,
      conflicts: conflicts.items,
      hasMoreConflicts: conflicts.nextCursor !== null,
      timeZone,
      now: ctx.now.toISOString(),
      authorizeUrl,
    },
    address: codeHosts.address(host, ctx.request.origin),
    samples: codeHosts.kind === "simulated" ? simulatedTokens(host, "comfort-heating") : [],
    constraint: getZodConstraint(GitlabToken),
    formKey: ctx.newId(),
  };
});

export const action = formActions({
  connect: formCase(GitlabToken, async ({ ctx, input, url, request }) => {
    const host = hostOf(url.pathname);
    const { login } = await connectHost(ctx, host, input);
    const text = `${HOST_NAMES[host]} is connected as ${login}. Now choose the repositories to work with.`;
    return redirectWithToast(request, paths.codeHost(host), { tone: "success", text });
  }),
  sync: formCase(Nothing, async ({ ctx, url, request }) => {
    const host = hostOf(url.pathname);
    await syncNow(ctx, host);
    const text = "Syncing. New and changed issues arrive, and yours leave, in the next minute.";
    return redirectWithToast(request, paths.codeHost(host), { tone: "info", text });
  }),
  resolve: formCase(ConflictForm, async ({ ctx, input, url, request }) => {
    const host = hostOf(url.pathname);
    const { number } = await resolveConflict(ctx, host, input);
    const text =
      input.keep === "winner"
        ? `${formatIssueNumber(number)} stays as it is.`
        : `${formatIssueNumber(number)} is changed here. ${HOST_NAMES[host]} follows in a moment.`;
    return redirectWithToast(request, paths.codeHost(host), { tone: "success", text });
  }),
});

/** A business's connection to GitHub or GitLab. */
export default function CodeHostPage() {
  const { host, connection, repositories, conflicts, hasMoreConflicts, timeZone, now, formKey, authorizeUrl } =
    useLoaderData<typeof loader>();
  const name = HOST_NAMES[host];
  if (!connection) {
    return (
      <div className="max-w-2xl">
        <PageHeader title={name} />
        <ConnectForm />
        <Outlet />
      </div>
    );
  }
  const isRevoked = connection.status === "revoked";
  return (
    <>
      <PageHeader
        title={name}
        facts={
          <>
            {isRevoked ? (
              <StatusBadge
                label={connection.tokenKind === "oauth" ? "Sign-in ended" : "Token not accepted"}
                tone="bad"
                icon={CircleAlert}
              />
            ) : (
              <StatusBadge label="Connected" tone="ok" icon={Link2} />
            )}
            <span>as {connection.login}</span>
          </>
        }
        secondary={
          <>
            {connection.tokenKind === "oauth" && authorizeUrl && (
              <Button asChild variant={isRevoked ? "default" : "outline"}>
                <a href={authorizeUrl}>{`Sign in to ${name} again`}</a>
              </Button>
            )}
            <Button asChild variant={isRevoked && connection.tokenKind === "personal" ? "default" : "outline"}>
              <Link to={paths.replaceHostToken(host)} preventScrollReset>
                Replace access token
              </Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.disconnectHost(host)} preventScrollReset>
                Disconnect
              </Link>
            </Button>
          </>
        }
      />
      <RefusedAction />
      {isRevoked && (
        <Card as="p" role="alert" className="mb-6 max-w-3xl p-4">
          {connection.tokenKind === "oauth"
            ? `${name} no longer accepts the sign-in: it was revoked or has expired. Sign in again with the same account, or replace it with an access token.`
            : `${name} no longer accepts the access token: it was revoked or has expired. Replace it with a new one from the same account.`}{" "}
          Your repositories stay chosen, and syncing picks up where it stopped.
        </Card>
      )}
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-8">
          <Repositories
            host={host}
            repositories={repositories}
            canChoose={!isRevoked}
            now={Date.parse(now)}
            formKey={formKey}
          />
          {conflicts.length > 0 && <Conflicts {...{ host, conflicts, timeZone, formKey }} hasMore={hasMoreConflicts} />}
        </div>
        <ConnectionFacts connection={connection} timeZone={timeZone} now={now} />
      </div>
      <Outlet />
    </>
  );
}

function ConnectForm() {
  const { host, address, samples, constraint, formKey, authorizeUrl } = useLoaderData<typeof loader>();
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof GitlabToken>>({
    id: "connect",
    constraint,
    defaultValue: { baseUrl: address },
  });
  const { token, baseUrl } = fields;
  const name = HOST_NAMES[host];
  return (
    <Section
      title={`Connect ${name}`}
      description={`Issues in the repositories you choose stay in sync with the bug tracker, both ways. Changes there are made by the token's account.`}
    >
      {authorizeUrl && (
        <div className="mb-6 flex flex-col gap-3">
          <Button asChild variant="default" className="self-start">
            <a href={authorizeUrl}>Sign in with {name}</a>
          </Button>
          <p className="text-muted-foreground text-sm">
            Or connect with an access token, which suits a {host === "gitlab" ? "self-managed GitLab" : "bot account"}:
          </p>
        </div>
      )}
      <Form method="post" id={form.id} className="flex flex-col gap-4">
        <FormSummary form={form} labels={tokenLabels} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="connect" />
        <TokenFields
          host={host}
          baseUrl={address}
          samples={samples}
          fields={host === "gitlab" ? { token, baseUrl } : { token }}
        />
        <Button type="submit" variant={authorizeUrl ? "outline" : "default"} loading={isSaving} className="self-start">
          Connect {name}
        </Button>
      </Form>
      {sessionEnded}
    </Section>
  );
}
