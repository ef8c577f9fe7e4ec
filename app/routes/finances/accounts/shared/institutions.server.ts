import { listInstitutions } from "~/domain/finance/accounts/institutions.server";
import type { LoaderInput } from "~/http/page-loader";
import { withFallback } from "~/http/with-fallback.server";

/** The household's institutions. Null if they could not be loaded, which differs from having none. */
export async function institutionsOrNull(input: LoaderInput) {
  const { list, failed } = await withFallback(input, async () => ({ list: await listInstitutions(input.ctx) }), {
    list: [],
  });
  return failed ? null : list;
}
