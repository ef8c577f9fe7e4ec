import { formatNearDay } from "~/domain/shared/time/date-format";
import { formatArrivalWindow, intervalOf, type PromisedWindow } from "~/domain/technicians/arrival-window";

export const TEMPLATE_KEYS = ["on_my_way", "arrival_window", "running_late", "done", "visit_page"] as const;
export type TemplateKey = (typeof TEMPLATE_KEYS)[number];

export const MAX_TEMPLATE = 600;

interface Template {
  label: string;
  body: string;
}

/** The default templates. */
export const TEMPLATES: Record<TemplateKey, Template> = {
  on_my_way: {
    label: "On my way",
    body: "Hi {customer}, this is {technician} from {business}. I'm on my way and should be there in about {minutes} minutes. {link}",
  },
  arrival_window: {
    label: "Arrival window",
    body: "Hi {customer}, {business} will be at {address} {window}. Details and changes: {link}",
  },
  running_late: {
    label: "Running late",
    body: "Hi {customer}, {technician} from {business} is running late and should be there in about {minutes} minutes. Sorry for the wait. {link}",
  },
  done: {
    label: "Done",
    body: "Hi {customer}, the work at {address} is done. Thank you for choosing {business}. Tell us how it went: {link}",
  },
  visit_page: {
    label: "Visit page",
    body: "Hi {customer}, here is everything about your visit from {business}: {link}",
  },
};

/** Placeholders for templates, with their descriptions in settings. */
export const BLANKS = {
  customer: "The customer's first name, or the company's",
  technician: "First name of the assigned technician",
  business: "The name of your business",
  address: "Street of the property",
  window: "The promised day and arrival window",
  minutes: "Minutes of the drive",
  link: "The customer's page about this visit",
} as const;
type Blank = keyof typeof BLANKS;

const isBlank = (name: string): name is Blank => Object.hasOwn(BLANKS, name);

/** Names in braces that are not placeholders. */
export function unknownBlanks(body: string): string[] {
  return [...new Set([...body.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name))].filter(
    (name) => !isBlank(name),
  );
}

/** Fills in a template's placeholders; unknown ones stay and are listed. */
export function fillTemplate(
  body: string,
  values: Partial<Record<Blank, string | null>>,
): { text: string; missing: Blank[] } {
  const missing = new Set<Blank>();
  const text = body.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    if (!isBlank(name)) return whole;
    const value = values[name];
    if (value) return value;
    missing.add(name);
    return `{${name}}`;
  });
  return { text: text.replaceAll(/[ \t]+/g, " ").trim(), missing: [...missing] };
}

/** 'Tue, Nov 24 between 8:00 and 10:00 AM' in the site's time zone; null if no window was promised. */
export function windowText(window: PromisedWindow | null, zone: string, now: number): string | null {
  const interval = intervalOf(window);
  if (!interval || !window) return null;
  const day = formatNearDay(window.start, zone, now);
  return `${day}, ${interval.start === interval.end ? "at" : "from"} ${formatArrivalWindow(interval, zone)}`;
}
