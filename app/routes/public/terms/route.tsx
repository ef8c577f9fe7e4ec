import { useLoaderData } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { publicMeta } from "~/components/page-meta";
import { pageLoader } from "~/http/page-loader";
import { LegalPage } from "~/routes/public/shared/legal-page";

export const loader = pageLoader(async () => (await import("~/content/legal/terms")).terms);

export const handle: ShellHandle = { roomy: true };

export const meta = () => publicMeta("Terms of Service · Plenum", "The terms under which Plenum may be used.");

export default function Terms() {
  return <LegalPage document={useLoaderData<typeof loader>()} />;
}
