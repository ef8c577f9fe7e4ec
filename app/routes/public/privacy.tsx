import type { ShellHandle } from "~/components/app-shell/handle";
import { publicMeta } from "~/components/page-meta";
import { privacy } from "~/content/legal/privacy";
import { ConsentChoice } from "./consent-choice";
import { LegalPage } from "./legal-page";

export const handle: ShellHandle = { roomy: true };

export const meta = () =>
  publicMeta(
    "Privacy Policy · Plenum",
    "What Plenum keeps about you and your customers, where, how long and for whom.",
  );

export default function Privacy() {
  return <LegalPage document={privacy} extras={{ cookies: <ConsentChoice /> }} />;
}
