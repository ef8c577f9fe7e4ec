import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ExportScreen } from "~/components/exports/export-screen";
import { Password } from "~/domain/auth/schema";
import { listExports } from "~/domain/export/exports.server";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { exportActions } from "~/http/export-actions.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Data export · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => ({
  zone: allowAdmin(ctx).timeZone,
  email: allowPerson(ctx).email,
  exports: await listExports(ctx, "business"),
  constraint: getZodConstraint(Password),
}));

export const action = exportActions("business", paths.businessExport());

/** All of the business's data as one file. */
export default function BusinessExport() {
  const data = useLoaderData<typeof loader>();
  return (
    <ExportScreen
      {...data}
      restorePath={paths.businessRestore()}
      description="Settings, users, customers, work orders and every other record, each table as CSV and as JSON lines, with your photos and files, in one ZIP file. No member's household. Noted in the audit log."
    />
  );
}
