import type { MetaFunction } from "@remix-run/cloudflare";
import { memberLoader } from "~/http/page-loader";

export const meta: MetaFunction = () => [{ title: "Coming with the next release · Plenum" }];

export const loader = memberLoader(() => null);

export default function NextRelease() {
  return (
    <main>
      <h1>Coming with the next release</h1>
    </main>
  );
}
