import { findReceiptSubjects } from "~/domain/receipts/subjects.server";
import { pageLoader } from "~/http/page-loader";

/** Records that a business's receipt may be for, by what is typed. */
export const loader = pageLoader(async ({ ctx, url }) =>
  Response.json({ choices: await findReceiptSubjects(ctx, url.searchParams.get("q") ?? "") }),
);
