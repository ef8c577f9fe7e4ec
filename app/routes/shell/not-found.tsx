import { notFound } from "~/domain/shared/errors";
import { pageLoader } from "~/http/page-loader";

export const loader = pageLoader(() => {
  throw notFound("There is nothing at this address. It may be mistyped, or the page was removed.");
});

export default function NotFound() {
  return null;
}
