import type { SerializeFrom } from "@remix-run/cloudflare";
import type { loader } from "./route";

/** What the page was loaded with. */
export type CustomerInvoice = SerializeFrom<typeof loader>;
