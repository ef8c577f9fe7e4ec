import type { Block } from "~/content/blocks";

type Stored = { name: string; where: string; purpose: string; retention: string };

/** Everything Plenum stores in a browser, by the names used in code. Over plain HTTP, cookies have no prefix. */
const stored: readonly Stored[] = [
  {
    name: "__Host-session",
    where: "Cookie",
    purpose: "Keeps you signed in. A random number that scripts cannot read.",
    retention: "Until you sign out, at most 30 days",
  },
  {
    name: "__Host-refresh",
    where: "Cookie",
    purpose: "Renews your access without asking for the password. It has no other use, and scripts cannot read it.",
    retention: "Until you sign out, at most 30 days",
  },
  {
    name: "__Host-signup",
    where: "Cookie",
    purpose: "Lets the link in your sign-up email sign you in on the browser where you signed up.",
    retention: "24 hours",
  },
  {
    name: "__Host-plenum_bookmark",
    where: "Cookie",
    purpose: "Makes sure you see what you just saved, whichever copy of the database responds.",
    retention: "Five minutes",
  },
  {
    name: "__Host-plenum_actor",
    where: "Cookie",
    purpose:
      "Holds your name, email, role and permissions, signed and out of reach of scripts, so pages need one step less to open. It has no use without your session.",
    retention: "Until you sign out, at most 30 days",
  },
  {
    name: "plenum_theme",
    where: "Cookie (as __Host-plenum_theme) and local storage",
    purpose: "Remembers dark or light mode, so pages do not flash.",
    retention: "One year",
  },
  {
    name: "plenum_field_theme",
    where: "Cookie (as __Host-plenum_field_theme) and local storage, for technicians",
    purpose: "Remembers dark or light mode on the technician's screens, which are otherwise light on a phone.",
    retention: "One year",
  },
  {
    name: "plenum_sidebar",
    where: "Cookie (as __Host-plenum_sidebar) and local storage",
    purpose: "Remembers whether the sidebar is open.",
    retention: "One year",
  },
  {
    name: "plenum_folded",
    where: "Cookie (as __Host-plenum_folded) and local storage",
    purpose: "Remembers which sidebar groups are collapsed.",
    retention: "One year",
  },
  {
    name: "__Host-plenum_first_steps",
    where: "Cookie",
    purpose: "Remembers that you hid the first steps of a new business.",
    retention: "One year",
  },
  {
    name: "plenum_consent",
    where: "Cookie (as __Host-plenum_consent) and local storage",
    purpose: "Remembers your answer to the cookie question: accepted or rejected.",
    retention: "One year",
  },
  {
    name: "__Host-plenum_toast",
    where: "Cookie",
    purpose: "Carries a short message, such as what was saved, to the next page.",
    retention: "Until it is shown, at most 30 seconds",
  },
  {
    name: "plenum_scheduler_filter",
    where: "Local storage",
    purpose: "Remembers the filter of the scheduler. It never leaves your browser.",
    retention: "Until you sign out",
  },
  {
    name: "plenum_lanes",
    where: "Local storage",
    purpose: "Remembers how the scheduler's lanes are grouped.",
    retention: "Until you clear it",
  },
  {
    name: "plenum_tray",
    where: "Local storage",
    purpose: "Remembers whether the scheduler's list of unscheduled jobs is collapsed, and how it is grouped.",
    retention: "Until you clear it",
  },
  {
    name: "plenum_recent",
    where: "Local storage",
    purpose: "Remembers the last pages you opened, for search. It never leaves your browser.",
    retention: "Until you sign out",
  },
  {
    name: "plenum_message_draft",
    where: "Local storage",
    purpose: "Saves your draft in the help window.",
    retention: "Until you delete the text or sign out",
  },
  {
    name: "plenum_pro_banner",
    where: "Local storage",
    purpose: "Remembers when you closed the Pro banner.",
    retention: "Has an effect for seven days",
  },
  {
    name: "plenum_future_months",
    where: "Session storage",
    purpose: "Counts how often you viewed future months, for the Pro banner.",
    retention: "Until the tab closes",
  },
  {
    name: "plenum-technician",
    where: "IndexedDB, for technicians",
    purpose:
      "Saves today's jobs and what you enter on them, so that the technician's screen works without a connection.",
    retention:
      "Until you sign out or someone else signs in; entries not synced yet, until you sign in again; synced entries for one week",
  },
  {
    name: "plenum_draft",
    where: "Local storage, for technicians",
    purpose: "Stores what you typed into a reading and have not saved yet. It never leaves your browser.",
    retention: "Until it is saved or discarded, at most one week",
  },
  {
    name: "plenum_install_hint",
    where: "Local storage, for technicians",
    purpose: "Remembers when you closed the hint to add Plenum to the home screen.",
    retention: "Until you clear it",
  },
  {
    name: "plenum_unsynced",
    where: "Local storage, for technicians",
    purpose: "Counts unsynced entries, so signing out can warn you first.",
    retention: "Until they are synced or you sign out",
  },
  {
    name: "plenum-shell-1, plenum-device-1",
    where: "Cache storage",
    purpose:
      "Stores the files of the screens you have seen and the technician's day, so they open without a connection.",
    retention: "Until they are replaced; the technician's day until you sign out",
  },
];

export const storageTable: Block = {
  kind: "table",
  caption: "What Plenum stores in your browser",
  head: ["Name", "Where", "What for", "How long"],
  rows: stored.map((entry) => [entry.name, entry.where, entry.purpose, entry.retention]),
};
