import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { personal, readStored, writeStored } from "~/components/app-shell/stored-choices";
import { countFilters, filterQuery, readFilter, type SchedulerFilter } from "~/domain/scheduling/filter";
import { paths } from "~/paths";

/** The filter in the URL, carried from day to day; a visit without one starts with the last filter used. */
export function useFilter() {
  const here = useLocation();
  const { location: next } = useNavigation();
  const navigate = useNavigate();
  // A choice takes effect at once, before the day is reloaded.
  const search = next && next.pathname === here.pathname ? next.search : here.search;
  const filter = useMemo(() => readFilter(new URLSearchParams(search)), [search]);
  const { key, pathname } = next ?? here;
  const now = useRef({ key, filter, pathname, search });
  // A second choice may be made before the first has been applied: only a different navigation replaces it.
  if (now.current.key !== key) now.current = { key, filter, pathname, search: (next ?? here).search };

  const setFilter = useCallback(
    (part: Partial<SchedulerFilter>) => {
      const { pathname, ...last } = now.current;
      const chosen = { ...last.filter, ...part };
      const query = new URLSearchParams(last.search);
      for (const [name, value] of Object.entries(filterQuery(chosen))) {
        if (value === null) query.delete(name);
        else query.set(name, value);
      }
      writeStored(personal.schedulerFilter, storedText(chosen));
      // A day being opened stays the target; navigation away from the scheduler is not interrupted.
      if (!pathname.startsWith(paths.scheduler())) return;
      now.current = { ...now.current, filter: chosen, search: query.toString() };
      navigate({ pathname, search: query.toString() }, { replace: true, preventScrollReset: true });
    },
    [navigate],
  );

  // The last filter is stored only in the browser.
  useEffect(() => {
    const stored = readStored(personal.schedulerFilter);
    const { filter } = now.current;
    if (stored && countFilters(filter) === 0 && !filter.search) setFilter(readFilter(new URLSearchParams(stored)));
  }, [setFilter]);
  return { filter, setFilter };
}

/** A search is temporary and not stored. */
function storedText(filter: SchedulerFilter): string | null {
  const parts = Object.entries(filterQuery({ ...filter, search: "" }));
  const query = new URLSearchParams(parts.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  return query.toString() || null;
}
