import { useLoaderData } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { publicMeta } from "~/components/page-meta";
import { pageLoader } from "~/http/page-loader";
import { LegalPage } from "~/routes/public/shared/legal-page";
import { ConsentChoice } from "./consent-choice";

export const loader = pageLoader(async () => (await import("~/content/legal/privacy")).privacy);

export const handle: ShellHandle = { roomy: true };

export const meta = () =>
  publicMeta(
    "Privacy Policy · Plenum",
    "What Plenum stores about you and your customers, where, for how long and for whom.",
  );

export default function Privacy() {
  return <LegalPage document={useLoaderData<typeof loader>()} extras={{ cookies: <ConsentChoice /> }} />;
}
