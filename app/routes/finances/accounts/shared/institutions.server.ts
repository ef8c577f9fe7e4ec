import { type InstitutionView, listInstitutions } from "~/domain/finance/accounts/institutions.server";
import type { LoaderInput } from "~/http/page-loader";
import { withFallback } from "~/http/with-fallback.server";

/** The household's institutions. Null if they could not be loaded, which differs from having none. */
export async function institutionsOrNull(input: LoaderInput) {
  const { list, failed } = await withFallback(input, async () => ({ list: await listInstitutions(input.ctx) }), {
    list: [],
  });
  return failed ? null : list;
}

/** The fields of an institution that an account's form shows; its logo alone may be larger than the page. */
export function institutionChoice({ id, name, isActive }: InstitutionView) {
  return { id, name, isActive };
}
