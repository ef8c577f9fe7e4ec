import type { ShellHandle } from "~/components/app-shell/handle";
import { publicMeta } from "~/components/page-meta";
import { terms } from "~/content/legal/terms";
import { LegalPage } from "./legal-page";

export const handle: ShellHandle = { roomy: true };

export const meta = () => publicMeta("Terms of Service · Plenum", "The terms under which Plenum may be used.");

export default function Terms() {
  return <LegalPage document={terms} />;
}
