import { Outlet } from "@remix-run/react";
import { accountsOverview } from "~/domain/finance/bank-link/accounts-overview.server";
import { logCause } from "~/domain/shared/log.server";
import { memberLoader } from "~/http/page-loader";

export const loader = memberLoader(async ({ ctx, request }) => {
  const { failures, ...overview } = await accountsOverview(ctx);
  for (const failure of failures) logCause(ctx, request, failure);
  return { ...overview, problems: failures.map(({ message }) => message), now: ctx.now.getTime() };
});

export { shouldRevalidate } from "~/lib/revalidation";

/** Loads the household's accounts once for all of their screens. */
export default function Accounts() {
  return (
    <div className="mx-auto flex w-full max-w-[75rem] flex-col gap-5">
      <Outlet />
    </div>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
