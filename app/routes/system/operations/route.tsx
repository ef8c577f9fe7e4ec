import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { PageHeader } from "~/components/page-header";
import { readOperations } from "~/domain/operations/read.server";
import { memberLoader } from "~/http/page-loader";
import { Moves } from "./moves";
import { Checks, Databases, DeadLetters, Queues, Requests, SlowStatements, Summary } from "./sections";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Operations · Plenum" }];

export const loader = memberLoader(async ({ ctx }) => {
  const person = ctx.actor.kind === "person" ? ctx.actor.person : null;
  return {
    figures: await readOperations(ctx),
    now: ctx.now.getTime(),
    zone: person?.member?.timeZone ?? person?.timeZone ?? "UTC",
  };
});

/** State of the installation, for its operators. The only tenant data shown are the ids of those being moved. */
export default function Operations() {
  const { figures, now, zone } = useLoaderData<typeof loader>();
  const shown = { figures, now, zone };
  return (
    <div className="mx-auto w-full max-w-[75rem]">
      <PageHeader
        title="Operations"
        facts={
          <span>
            As of <DateText at={figures.at} zone={zone} style="time" />
          </span>
        }
      />
      <div className="flex flex-col gap-4">
        <Summary figures={figures} />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Checks {...shown} />
            <Queues {...shown} />
            <DeadLetters {...shown} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Requests {...shown} />
            <Databases {...shown} />
            <Moves {...shown} />
          </div>
        </div>
        <SlowStatements {...shown} />
      </div>
      <Outlet />
    </div>
  );
}
