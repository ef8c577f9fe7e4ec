import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { RestoreScreen } from "~/components/exports/restore-screen";
import { PageHeader } from "~/components/page-header";
import { listRestores, restoreObstacle } from "~/domain/export/restores.server";
import { allowPerson } from "~/domain/shared/permissions";
import { memberLoader } from "~/http/page-loader";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Restore an export · Plenum" }];

export const loader = memberLoader(async ({ ctx }) => {
  const [restores, obstacle] = await Promise.all([listRestores(ctx, "household"), restoreObstacle(ctx, "household")]);
  return { zone: allowPerson(ctx).timeZone ?? "UTC", email: allowPerson(ctx).email, restores, obstacle };
});

/** Restores a household's export into the user's own household while it is empty. */
export default function RestoreHousehold() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Data export" />
      <RestoreScreen
        {...data}
        of="household"
        description="Restores the accounts, transactions, receipts and everything else of an exported household into yours, which must be empty. Exports contain no bank sign-ins or passwords."
      />
    </>
  );
}
