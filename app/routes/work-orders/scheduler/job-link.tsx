import { Link, type LinkProps, useLocation, useParams } from "@remix-run/react";
import { paths } from "~/paths";

/** Opens a job over the scheduler, whose query (view, technician) stays. */
export function JobLink({ number, ...rest }: Omit<LinkProps, "to"> & { number: number }) {
  const { date } = useParams();
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: paths.schedulerJob(date, number), search }}
      preventScrollReset
      draggable={false}
      discover="none"
      {...rest}
    />
  );
}
