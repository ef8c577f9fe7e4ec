import { findAnything } from "~/domain/find.server";
import { memberLoader } from "~/http/page-loader";

/** What the command palette asks for while somebody types. */
export const loader = memberLoader(async ({ ctx, url }) => ({
  found: await findAnything(ctx, url.searchParams.get("q") ?? ""),
}));
