import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { RefusedAction } from "~/components/feedback/refused-action";
import { RelativeTime } from "~/components/relative-time";
import { StatusBadge } from "~/components/status-badge";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card, CardAction, CardContent, CardHeader, CardTitle } from "~/components/ui/card";
import { Check, CircleCheck, CircleOff, Minus, TriangleAlert } from "~/components/ui/icons";
import { failureText } from "~/domain/integrations/failure";
import { type IntegrationRow, listIntegrations } from "~/domain/integrations/list.server";
import { STATE_LABELS, SYSTEM_IDS, SYSTEMS, type SystemState } from "~/domain/integrations/system";
import { testIntegration } from "~/domain/integrations/test.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Integrations · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => ({
  integrations: await listIntegrations(ctx),
  now: ctx.now.getTime(),
}));

export const action = formActions({
  test: formCase(z.object({ system: z.string().max(40) }), async ({ ctx, input, request }) => {
    const { ok, message } = await testIntegration(ctx, input.system);
    const name = SYSTEM_IDS.flatMap((id) => (id === input.system ? SYSTEMS[id].name : []))[0] ?? "";
    const text = ok ? message : failureText(name, message).text;
    return redirectWithToast(request, paths.integrations(), { tone: ok ? "success" : "error", text });
  }),
});

/** All external systems in one place: which are active, what they need, and the result of a connection test. */
export default function Integrations() {
  const { integrations, now } = useLoaderData<typeof loader>();
  return (
    <div className="flex flex-col gap-6 pt-6">
      <RefusedAction />
      <p className="max-w-prose text-muted-foreground">
        These services are set up for the whole installation, with wrangler. Only the names of settings are shown, never
        their values. Email that could not be delivered is under <TextLink to={paths.deliveries()}>Deliveries</TextLink>
        .
      </p>
      <ul className="grid gap-4 lg:grid-cols-2">
        {integrations.map((integration) => (
          <Integration key={integration.id} integration={integration} now={now} />
        ))}
      </ul>
    </div>
  );
}

const badges = {
  outside: { tone: "ok", icon: CircleCheck },
  embedded: { tone: "neutral", icon: Check },
  off: { tone: "neutral", icon: CircleOff },
} as const satisfies Record<SystemState, unknown>;

function Integration({ integration, now }: { integration: IntegrationRow; now: number }) {
  const { id, name, purpose, docs, testing, state, adapter, settings, canTest, lastTest, lastError } = integration;
  const { formData } = useNavigation();
  const isTesting = formData?.get("system") === id;
  const own = id === "github" ? paths.github() : id === "gitlab" ? paths.gitlab() : null;
  return (
    <Card asChild size="sm" className="flex flex-col">
      <li aria-labelledby={`${id}-name`}>
        <CardHeader>
          <CardTitle id={`${id}-name`}>{name}</CardTitle>
          <CardAction>
            <StatusBadge label={STATE_LABELS[state]} {...badges[state]} />
          </CardAction>
        </CardHeader>
        <CardContent className="flex grow flex-col gap-3">
          <p className="text-muted-foreground">{purpose}</p>
          <p>{adapter}</p>
          {settings.length > 0 && (
            <ul aria-label={`Settings of ${name}`} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
              {settings.map((setting) => (
                <li key={setting.name} className="inline-flex items-center gap-1.5">
                  {setting.isSet ? (
                    <Check className="size-4 text-ok" />
                  ) : (
                    <Minus className="size-4 text-subtle-foreground" />
                  )}
                  <code className="break-all">{setting.name}</code>
                  <span className="text-muted-foreground">{setting.isSet ? "set" : "not set"}</span>
                </li>
              ))}
            </ul>
          )}
          {lastTest && (
            <p className="text-sm">
              {lastTest.ok ? "Last test" : "Last test failed"} <RelativeTime at={Date.parse(lastTest.at)} now={now} />
              {lastTest.ok && `: ${lastTest.message}`}
            </p>
          )}
          {lastError && (
            <div className="flex items-start gap-2 text-bad text-sm">
              <TriangleAlert className="mt-0.5 size-4 shrink-0" />
              <Failure name={name} message={lastError.message} />
            </div>
          )}
          <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 pt-1">
            {canTest && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="system" value={id} />
                <Button
                  type="submit"
                  name="intent"
                  value="test"
                  variant="outline"
                  size="sm"
                  loading={isTesting}
                  aria-label={`Test ${name}`}
                >
                  Test
                </Button>
              </Form>
            )}
            {own && <TextLink to={own}>{state === "off" ? "Connect" : "Manage"}</TextLink>}
            <a href={docs} rel="noreferrer" className="text-link text-sm underline">
              {name} documentation
            </a>
          </div>
          {canTest && testing && <p className="text-muted-foreground text-sm">{testing}</p>}
        </CardContent>
      </li>
    </Card>
  );
}

/** A failure in plain language, with the technical response for whoever maintains the system. */
function Failure({ name, message }: { name: string; message: string }) {
  const { text, technical } = failureText(name, message);
  return (
    <div className="min-w-0">
      <p>{text}</p>
      {technical && (
        <details className="mt-1 text-muted-foreground">
          <summary className="cursor-pointer">Technical details</summary>
          <code className="break-words">{technical}</code>
        </details>
      )}
    </div>
  );
}
