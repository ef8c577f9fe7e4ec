import { useSearchParams } from "@remix-run/react";

/** Whether the URL asks for a page after the first. It can be empty although the list is not: its last row is gone. */
export function useLaterPage(): boolean {
  const [search] = useSearchParams();
  return search.has("cursor") || search.has("before");
}
