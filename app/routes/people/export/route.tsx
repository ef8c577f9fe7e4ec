import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ExportScreen } from "~/components/exports/export-screen";
import { PageHeader } from "~/components/page-header";
import { Password } from "~/domain/auth/schema";
import { listExports } from "~/domain/export/exports.server";
import { allowPerson } from "~/domain/shared/permissions";
import { exportActions } from "~/http/export-actions.server";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Data export · Plenum" }];

export const loader = memberLoader(async ({ ctx }) => ({
  zone: allowPerson(ctx).timeZone ?? "UTC",
  email: allowPerson(ctx).email,
  exports: await listExports(ctx, "household"),
  constraint: getZodConstraint(Password),
}));

export const action = exportActions("household", paths.householdExport());

/** Everything in the user's own household as one file. */
export default function HouseholdExport() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Data export" />
      <ExportScreen
        {...data}
        restorePath={paths.householdRestore()}
        description="Your account, plan, accounts and transactions, each table as CSV and as JSON lines, with your files, in one ZIP file. Bank sign-ins and passwords are not included."
      />
    </>
  );
}
