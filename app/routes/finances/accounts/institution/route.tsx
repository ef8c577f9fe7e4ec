import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { institutionsOrNull } from "~/routes/finances/accounts/shared/institutions.server";
import { InstitutionsMissing } from "~/routes/finances/accounts/shared/institutions-missing";
import { InstitutionPicker } from "./institution-picker";

export const meta: MetaFunction = () => [{ title: "Select Institution · Plenum" }];

export const loader = memberLoader(async (input) => ({ institutions: await institutionsOrNull(input) }));

export { shouldRevalidate } from "~/lib/revalidation";

/** Step 1 of a new account. */
export default function SelectInstitution() {
  const { institutions } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const chosen = Number(search.get("institution")) || null;
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
      <PageHeader title="Select Institution" facts="Step 1 of 2: where is the account held?" />
      {institutions ? (
        <InstitutionPicker key={chosen} institutions={institutions} chosen={chosen} />
      ) : (
        <InstitutionsMissing retryHref={paths.chooseInstitution({ institution: chosen })} />
      )}
      <Outlet />
    </div>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
