import { findTodoSubjects } from "~/domain/search/todo-subjects.server";
import { pageLoader } from "~/http/page-loader";

/** Records a to-do may be about, matching the typed text. */
export const loader = pageLoader(async ({ ctx, url }) =>
  Response.json({ choices: await findTodoSubjects(ctx, url.searchParams.get("q") ?? "") }),
);
