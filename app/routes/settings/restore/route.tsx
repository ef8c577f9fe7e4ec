import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { RestoreScreen } from "~/components/exports/restore-screen";
import { listRestores } from "~/domain/export/restores.server";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Restore an export · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => ({
  zone: allowAdmin(ctx).timeZone,
  email: allowPerson(ctx).email,
  restores: await listRestores(ctx, "business"),
}));

/** An export of a business, read into this one while it is empty. */
export default function RestoreBusiness() {
  const data = useLoaderData<typeof loader>();
  return (
    <RestoreScreen
      {...data}
      of="business"
      description="Brings everything of an exported business into this one, as long as it is new and empty: records, photos and files, settings and history. Passwords, keys and gate codes are in no export. Noted in the audit log."
    />
  );
}
