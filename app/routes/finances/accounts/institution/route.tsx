import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { EmptyState } from "~/components/feedback/empty-state";
import { FormActions } from "~/components/forms/form-actions";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Landmark, Pencil, Plus } from "~/components/ui/icons";
import { RadioGroupItem } from "~/components/ui/radio-group";
import type { InstitutionView } from "~/domain/finance/accounts/institutions.server";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { InstitutionMark } from "~/routes/finances/accounts/shared/institution-mark";
import { institutionsOrNull } from "~/routes/finances/accounts/shared/institutions.server";
import { InstitutionsMissing } from "~/routes/finances/accounts/shared/institutions-missing";

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

type InstitutionPickerProps = { institutions: readonly InstitutionView[]; chosen: number | null };

/** Step 1 of a new account: its institution. A plain GET form, so that the choice is part of the URL. */
function InstitutionPicker({ institutions, chosen: first }: InstitutionPickerProps) {
  const offered = institutions.filter((one) => one.isActive || one.id === first);
  const [chosen, setChosen] = useState(offered.some((one) => one.id === first) ? first : null);
  // The choice behind a dialog stays.
  const { search } = useLocation();
  const toNew = { pathname: paths.newInstitution(), search };
  if (institutions.length === 0) {
    return (
      <EmptyState
        icon={Landmark}
        title="No institutions yet"
        action={
          <Button asChild variant="default">
            <Link to={toNew}>Add New Financial Institution</Link>
          </Button>
        }
      >
        <p>The bank, card issuer or broker that holds the account. One institution can hold several accounts.</p>
      </EmptyState>
    );
  }
  return (
    <Form method="get" action={paths.newAccount()} className="flex flex-col gap-5">
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Financial institution</legend>
        {offered.map((one) => (
          <div key={one.id} className="list-frame flex items-center gap-2 pr-2 has-checked:border-link">
            <label className="flex min-w-0 flex-1 items-center gap-3 px-4 py-3">
              <RadioGroupItem
                name="institution"
                value={one.id}
                required
                defaultChecked={chosen === one.id}
                onChange={() => setChosen(one.id)}
              />
              <InstitutionMark name={one.name} logo={one.logo} color={one.primaryColor} />
              <span className="min-w-0">
                <span className="block break-words font-medium">{one.name}</span>
                {one.description && (
                  <span className="block truncate text-muted-foreground text-sm">{one.description}</span>
                )}
              </span>
            </label>
            <Button asChild variant="ghost" size="icon">
              <Link to={{ pathname: paths.institution(one.id), search }} aria-label={`Edit ${one.name}`}>
                <Pencil />
              </Link>
            </Button>
          </div>
        ))}
      </fieldset>
      <div>
        <Button asChild variant="link">
          <Link to={toNew}>
            <Plus />
            Add New Financial Institution
          </Link>
        </Button>
      </div>
      <FormActions>
        <Button type="submit" variant="default" disabled={chosen === null}>
          Next
        </Button>
        <Button variant="outline" asChild>
          <Link to={paths.accounts()}>Cancel</Link>
        </Button>
      </FormActions>
    </Form>
  );
}
