import { findReceiptSubjects } from "~/domain/receipts/subjects.server";
import { pageLoader } from "~/http/page-loader";

/** Records a business's receipt may be for, matching the typed text. */
export const loader = pageLoader(async ({ ctx, url }) =>
  Response.json({ choices: await findReceiptSubjects(ctx, url.searchParams.get("q") ?? "") }),
);
