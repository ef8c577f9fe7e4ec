import { Link } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { SecondLine } from "~/components/data-table/second-line";
import { shareText } from "~/domain/performance/performance";
import type { Performance } from "~/domain/performance/read.server";
import { paths } from "~/paths";
import { dollars, hours, whole } from "./figure-format";

interface Line {
  name: string;
  /** What it counts, in one sentence. */
  definition: string;
  now: string;
  /** The previous period's value; null if unknown. */
  before: string | null;
  /** URL of the rows behind it. */
  to: string;
}

const columns: readonly Column<Line>[] = [
  {
    key: "figure",
    header: "Figure",
    className: "w-full",
    cell: ({ name, definition }) => (
      <span className="block max-w-xl py-2">
        {name}
        <SecondLine wraps>{definition}</SecondLine>
      </span>
    ),
  },
  {
    key: "now",
    header: "This period",
    numeric: true,
    cell: ({ now, to }) => {
      const className = "whitespace-nowrap font-semibold text-link underline underline-offset-4";
      // A part of this page: its period stays in the address.
      if (to.startsWith("#")) {
        return (
          <a href={to} className={className}>
            {now}
          </a>
        );
      }
      return (
        <Link to={to} className={className}>
          {now}
        </Link>
      );
    },
  },
  {
    key: "before",
    header: "Before",
    numeric: true,
    card: ({ before }) => (before === null ? "hidden" : "line"),
    cell: ({ before }) => <span className="whitespace-nowrap">{before}</span>,
  },
];

/** Every figure of the period with its definition, its value in the previous period, and the jobs behind it. */
export function Totals({ performance }: { performance: Performance }) {
  return (
    <DataTable
      caption="Figures of the period"
      columns={columns}
      rows={linesOf(performance)}
      rowKey={({ name }) => name}
    />
  );
}

const conversion = ({ sent, approved, conversion: share }: Performance["estimates"]["now"]) =>
  sent === 0 ? "–" : `${whole(approved)} of ${whole(sent)} (${shareText(share)})`;

function linesOf({ totals, before, estimates, period, seesCosts }: Performance): Line[] {
  const { from, to } = period;
  const jobs = paths.performanceJobs({ from, to });
  const costs: Line[] = seesCosts
    ? [
        {
          name: "Margin",
          definition:
            "Revenue minus the costs on the invoice lines. Counts only jobs where every cost is known; trip charges have no cost.",
          now: `${dollars(totals.costs?.marginMinor ?? null)} (${shareText(totals.costs?.margin ?? null)})`,
          before: `${dollars(before.costs?.marginMinor ?? null)} (${shareText(before.costs?.margin ?? null)})`,
          to: jobs,
        },
      ]
    : [];
  return [
    {
      name: "Jobs completed",
      definition: "Jobs completed or closed, counted on the day the work was completed in the business's time zone.",
      now: whole(totals.jobs),
      before: whole(before.jobs),
      to: jobs,
    },
    {
      name: "First-time fix",
      definition:
        "Completed jobs on equipment with no other job completed on the same equipment in the next 30 days. The last 30 days can still change.",
      now: shareText(totals.firstTimeFix),
      before: shareText(before.firstTimeFix),
      to: paths.performanceJobs({ from, to, only: "second_visit" }),
    },
    {
      name: "Callbacks",
      definition: "Completed jobs that needed a callback. Canceled callbacks do not count.",
      now: `${whole(totals.callbackJobs)} (${shareText(totals.callbacks)})`,
      before: `${whole(before.callbackJobs)} (${shareText(before.callbacks)})`,
      to: paths.performanceJobs({ from, to, only: "called_back" }),
    },
    {
      name: "Revenue",
      definition:
        "Invoices for these jobs minus credit notes, before tax, no matter when they were issued. Invoices without a job do not count.",
      now: dollars(totals.revenueMinor),
      before: dollars(before.revenueMinor),
      to: jobs,
    },
    ...costs,
    {
      name: "Estimate conversion",
      definition:
        "Estimates sent in the period that have been approved. Withdrawn estimates and replaced versions do not count.",
      now: conversion(estimates.now),
      before: conversion(estimates.before),
      to: paths.estimates({ state: "approved", sentFrom: from, sentTo: to }),
    },
    {
      name: "Revenue per labor hour",
      definition: "Revenue divided by the hours that these jobs were in progress.",
      now: dollars(totals.revenuePerHourMinor),
      before: dollars(before.revenuePerHourMinor),
      to: jobs,
    },
    {
      name: "Labor",
      definition: "Hours that these jobs were in progress.",
      now: hours(totals.laborSeconds),
      before: hours(before.laborSeconds),
      to: jobs,
    },
    {
      name: "Driving",
      definition: "Hours en route, and their share of driving plus labor.",
      now: `${hours(totals.travelSeconds)} (${shareText(totals.driveShare)})`,
      before: `${hours(before.travelSeconds)} (${shareText(before.driveShare)})`,
      to: jobs,
    },
    {
      name: "Utilization",
      definition:
        "Labor and driving of the leads as a share of everyone's shift hours so far, without breaks, holidays and time off. Uses the current weekly hours.",
      now: `${shareText(totals.utilization)} of ${hours(totals.shiftMinutes * 60)}`,
      before: null,
      to: "#technicians",
    },
  ];
}
