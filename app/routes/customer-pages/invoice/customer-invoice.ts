import type { SerializeFrom } from "@remix-run/cloudflare";
import type { loader } from "./route";

/** The data loaded by the page. */
export type CustomerInvoice = SerializeFrom<typeof loader>;
