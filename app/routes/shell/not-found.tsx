import { notFound } from "~/domain/shared/errors";
import { pageLoader } from "~/http/page-loader";

export const loader = pageLoader(() => {
  throw notFound("Nothing is kept at this address. It may be mistyped, or what it showed has been removed.");
});

export default function NotFound() {
  return null;
}
