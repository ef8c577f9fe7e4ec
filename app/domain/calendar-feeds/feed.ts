export const CALENDAR_FEED_KINDS = ["technician", "business", "maintenance"] as const;
export type CalendarFeedKind = (typeof CALENDAR_FEED_KINDS)[number];

export const FEED_KIND_LABELS: Record<CalendarFeedKind, string> = {
  technician: "A technician's jobs",
  business: "All jobs",
  maintenance: "Maintenance due",
};

/** Days of the calendar before and after today: clients poll it, so the range moves along. */
export const FEED_DAYS: Record<CalendarFeedKind, { past: number; ahead: number }> = {
  technician: { past: 30, ahead: 180 },
  business: { past: 7, ahead: 60 },
  maintenance: { past: 30, ahead: 365 },
};

/** Maximum events per response; those furthest ahead are dropped first. */
export const MAX_FEED_EVENTS = 5_000;

export interface CalendarEvent {
  /** Stays the same when the event is moved, so that clients move theirs. */
  id: string;
  title: string;
  /** Two instants, or one civil date. */
  when: { start: string; end: string } | { day: string };
  location: string;
  details: readonly string[];
  url: string;
  /** ISO instant of the last change. */
  changedAt: string;
}

export interface FeedWorkOrder {
  appointmentId: string;
  title: string;
  label: string;
  customerName: string;
  startsAt: string;
  endsAt: string;
  location: string;
  statusLabel: string;
  technicianName: string;
  role: "lead" | "helper";
  url: string;
  changedAt: string;
}

/** The rows of a calendar up to a limit, in order; an appointment that does not fit with its whole crew is left out. */
export function wholeAppointments<Row extends { appointmentId: string }>(rows: readonly Row[], limit: number): Row[] {
  const beyond = rows[limit]?.appointmentId;
  return rows.slice(0, limit).filter(({ appointmentId }) => appointmentId !== beyond);
}

/** One event per appointment, with everyone booked for it, the lead first. */
export function workOrderEvents(jobs: readonly FeedWorkOrder[]): CalendarEvent[] {
  const crews = new Map<string, FeedWorkOrder[]>();
  for (const workOrder of jobs)
    crews.set(workOrder.appointmentId, [...(crews.get(workOrder.appointmentId) ?? []), workOrder]);
  return [...crews.values()].flatMap((crew) => {
    const [first] = crew;
    if (!first) return [];
    const names = crew.toSorted((a, b) => Number(b.role === "lead") - Number(a.role === "lead"));
    return [
      {
        id: first.appointmentId,
        title: `${first.title} · ${first.customerName}`,
        when: { start: first.startsAt, end: first.endsAt },
        location: first.location,
        details: [
          `${first.label} · ${first.statusLabel}`,
          `Technician: ${names.map(({ technicianName }) => technicianName).join(", ")}`,
        ],
        url: first.url,
        changedAt: first.changedAt,
      },
    ];
  });
}
