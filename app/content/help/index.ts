/** The help center's table of contents. Bodies are in a module for each topic, so that a list of titles stays small. */
export const topics = [
  {
    id: "getting-started",
    title: "Getting Started",
    articles: [
      {
        slug: "adding-your-first-customer",
        title: "Adding your first customer",
        summary: "Enter who pays, where the work is, and who to call in an emergency.",
      },
      {
        slug: "booking-your-first-work-order",
        title: "Booking your first work order",
        summary: "Take a call, put the job on the calendar and dispatch a technician.",
      },
      {
        slug: "inviting-your-team",
        title: "Inviting your team",
        summary: "Invite technicians and office staff, and see who has not accepted yet.",
      },
      {
        slug: "adding-income-and-expenses",
        title: "Adding income and expenses",
        summary: "Enter what your household earns and spends, once or on a schedule.",
      },
      {
        slug: "adding-a-bank-account",
        title: "Adding a bank account",
        summary: "Connect your bank or add an account yourself, and see what you own and owe.",
      },
    ],
  },
  {
    id: "account-management",
    title: "Account Management",
    articles: [
      {
        slug: "profile-and-password",
        title: "Changing your name and password",
        summary: "Update your profile, calendar and password, and sign out other devices.",
      },
      {
        slug: "roles-and-permissions",
        title: "Roles and permissions",
        summary: "What Admins, Managers and Technicians can see and change.",
      },
      {
        slug: "managing-invitations",
        title: "Resending and canceling invitations",
        summary: "Invitations last seven days; resend one or cancel it.",
      },
      {
        slug: "business-settings",
        title: "Business settings",
        summary: "Set the name, time zone, address and logo, and see where each is used.",
      },
      {
        slug: "when-someone-leaves",
        title: "When someone leaves the business",
        summary: "End a person's access right away and keep the record of their work.",
      },
      {
        slug: "business-and-household",
        title: "Your business and your household",
        summary: "Why no one at work can see your money, whatever their role.",
      },
      {
        slug: "appearance",
        title: "Dark, light and the sidebar",
        summary: "Set up the screen for the office or the attic.",
      },
      {
        slug: "connecting-github-and-gitlab",
        title: "Connecting GitHub and GitLab",
        summary: "Link a repository so that issues in the bug tracker stay in sync with it.",
      },
    ],
  },
  {
    id: "billing-subscriptions",
    title: "Billing & Subscriptions",
    articles: [
      {
        slug: "what-plenum-costs",
        title: "What Plenum costs",
        summary: "The software is free under the MIT license; running it may not be.",
      },
      {
        slug: "the-pro-plan",
        title: "The Pro plan for households",
        summary: "What Pro adds, how to upgrade or cancel, and when its banner appears.",
      },
      {
        slug: "plan-and-payments",
        title: "Your plan and your payments",
        summary: "Where to see your own plan and the payments from your customers.",
      },
    ],
  },
  {
    id: "using-features",
    title: "Using Features",
    articles: [
      {
        slug: "scheduling-and-dispatching",
        title: "Scheduling and dispatching",
        summary: "Drag a job to a technician, see any conflicts and choose a fix.",
      },
      {
        slug: "work-order-statuses",
        title: "Work order statuses",
        summary: "Nine statuses, who can change them, and what the board shows.",
      },
      {
        slug: "technician-app",
        title: "The technician's phone, online and offline",
        summary: "Today's jobs, checklists, photos and signatures, saved even without cell service.",
      },
      {
        slug: "service-types-and-playbooks",
        title: "Service types and playbooks",
        summary: "Set up each kind of job once: duration, skills, parts and checklist.",
      },
      {
        slug: "equipment-and-health",
        title: "Equipment, warranty and the health score",
        summary: "What is installed at each property, when maintenance is due, and how its score is calculated.",
      },
      {
        slug: "refrigerant-readings",
        title: "Refrigerant readings",
        summary: "Enter pressures and line temperatures, and get superheat and subcooling with their history.",
      },
      {
        slug: "inventory-and-truck-stock",
        title: "Inventory and truck stock",
        summary: "Set up stock, check the truck before dispatch, load it by the pick list, and use parts on a job.",
      },
      {
        slug: "from-lead-to-approved-estimate",
        title: "From a lead to an approved estimate",
        summary: "Offer good, better and best, get a signature on any phone, and create the job.",
      },
      {
        slug: "from-job-to-invoice",
        title: "From a finished job to an invoice",
        summary: "Preview the charges, issue the invoice, take payment, and correct mistakes later.",
      },
      {
        slug: "voice-work-orders",
        title: "Speaking a work order",
        summary: "Say or type what the caller wants, check each field, then save.",
      },
      {
        slug: "planning-months-ahead",
        title: "Planning your money months ahead",
        summary: "View future months, try changes and see what your accounts will hold.",
      },
      {
        slug: "importing-a-bank-file",
        title: "Importing a bank file",
        summary: "Import a CSV from your bank, review every row before it counts, and undo it if needed.",
      },
      {
        slug: "organizing-the-bug-tracker",
        title: "Views, states and milestones in the bug tracker",
        summary: "Save the lists you need, name the board's columns, and track milestones.",
      },
      {
        slug: "to-dos-and-reminders",
        title: "To-dos and reminders",
        summary: "Note what has to be done by a day, on its own or about a record, once or on a schedule.",
      },
      {
        slug: "getting-around-by-keyboard",
        title: "Getting around by keyboard",
        summary: "The command palette and the few keys that save the most time.",
      },
    ],
  },
  {
    id: "troubleshooting",
    title: "Troubleshooting",
    articles: [
      {
        slug: "cannot-sign-in",
        title: "I cannot sign in",
        summary: "Forgotten passwords, too many attempts and accounts that are not activated yet.",
      },
      {
        slug: "email-not-received",
        title: "An email did not arrive or its link has expired",
        summary: "What to check when an activation, invitation or reset link is missing or too old.",
      },
      {
        slug: "changes-not-saved-on-the-phone",
        title: "The phone says something is not saved",
        summary: "What Queued, Sending, Saved and Review mean, and what to do about each.",
      },
      {
        slug: "job-cannot-be-moved",
        title: "A job will not move or complete",
        summary: "Why a move is refused, and what is usually missing.",
      },
      {
        slug: "bank-connection-problems",
        title: "My bank is disconnected or out of date",
        summary: "Reconnect a bank, check its last sync and know what happens in between.",
      },
      {
        slug: "missing-page-or-menu-item",
        title: "A page or menu item is missing",
        summary: "Check permissions, the page address and who the record belongs to.",
      },
      {
        slug: "edit-conflicts-and-outages",
        title: "Someone else changed it, or the server is down",
        summary: "Two people editing one record, an expired session, and messages about the server.",
      },
    ],
  },
] as const;

type Topic = (typeof topics)[number];
export type TopicId = Topic["id"];
export type ArticleSlug<Id extends TopicId = TopicId> = Extract<Topic, { id: Id }>["articles"][number]["slug"];

export type ArticleSummary = {
  topic: TopicId;
  slug: ArticleSlug;
  title: string;
  summary: string;
};

/** Every article without its body, in the order of the topics. */
export const articles: readonly ArticleSummary[] = topics.flatMap((topic) =>
  topic.articles.map((article) => ({ topic: topic.id, ...article })),
);

/** The article of a slug as it came in a URL, or undefined. */
export function findArticle(slug: string): ArticleSummary | undefined {
  return articles.find((article) => article.slug === slug);
}
