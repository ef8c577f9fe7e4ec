import { NOTHING_HERE, notFound } from "~/domain/shared/errors";
import { pageLoader } from "~/http/page-loader";

export const loader = pageLoader(() => {
  throw notFound(NOTHING_HERE);
});

export default function NotFound() {
  return null;
}
