/** The help center's table of contents. Bodies are in a module for each topic, so that a list of titles stays small. */
export const topics = [
  {
    id: "getting-started",
    title: "Getting Started",
    articles: [
      {
        slug: "adding-your-first-customer",
        title: "Adding your first customer",
        summary: "Record who pays, where the work is, and whom to call if no one answers.",
      },
      {
        slug: "booking-your-first-work-order",
        title: "Booking your first work order",
        summary: "Take a call, put the job on the calendar and send someone.",
      },
      {
        slug: "inviting-your-team",
        title: "Inviting your team",
        summary: "Send invitations to technicians and office staff, and see who has not accepted yet.",
      },
      {
        slug: "adding-income-and-expenses",
        title: "Adding income and expenses",
        summary: "Enter what comes in and goes out of your household, once or on repeat.",
      },
      {
        slug: "adding-a-bank-account",
        title: "Adding a bank account",
        summary: "Connect your bank or keep an account by hand, and see what you own and owe.",
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
        summary: "Update your profile, and what a new password does to your other devices.",
      },
      {
        slug: "roles-and-permissions",
        title: "Roles and permissions",
        summary: "What an Admin, a Manager and a Technician may see and change.",
      },
      {
        slug: "managing-invitations",
        title: "Resending and canceling invitations",
        summary: "Invitations last seven days; resend one or cancel it.",
      },
      {
        slug: "business-settings",
        title: "Business settings",
        summary: "Name, time zone, address and logo, and where each of them is used.",
      },
      {
        slug: "when-someone-leaves",
        title: "When someone leaves the business",
        summary: "End a person's access right away and keep the record of their work.",
      },
      {
        slug: "business-and-household",
        title: "Your business and your household",
        summary: "Why no one at work can see your money, no matter their role.",
      },
      {
        slug: "appearance",
        title: "Dark, light and the sidebar",
        summary: "Set the screen for the office or the attic; your choice is remembered.",
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
        summary: "What Pro is about, when its banner appears and how to dismiss it.",
      },
      {
        slug: "plan-and-payments",
        title: "Your plan and your payments",
        summary: "Where to see the plan you are on and the payments your customers made.",
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
        summary: "Drag a job to a technician, see the conflicts and choose a fix.",
      },
      {
        slug: "the-life-of-a-work-order",
        title: "Work order statuses",
        summary: "Nine statuses, who can change them, and what the board shows.",
      },
      {
        slug: "the-technicians-phone",
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
        summary: "Offer good, better and best, have it signed on any phone, and make the job of it.",
      },
      {
        slug: "from-job-to-invoice",
        title: "From a finished job to an invoice",
        summary: "Preview what will be billed, issue the invoice, take payment, and correct a mistake later.",
      },
      {
        slug: "speaking-a-work-order",
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
        title: "Views, states and milestones of the bug tracker",
        summary: "Save the lists you need, name the board's columns, and follow a date to its end.",
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
        slug: "mail-did-not-arrive",
        title: "An email did not arrive or its link has expired",
        summary: "What to check when an activation, invitation or reset link is missing or too old.",
      },
      {
        slug: "work-not-saved-on-the-phone",
        title: "The phone says something is not saved",
        summary: "What queued, sending, saved and review mean, and what to do about each.",
      },
      {
        slug: "move-refused",
        title: "A job will not move or complete",
        summary: "Why a move is refused and what is usually missing.",
      },
      {
        slug: "bank-connection-trouble",
        title: "My bank is disconnected or out of date",
        summary: "Reconnect a bank, read its last sync and know what happens in between.",
      },
      {
        slug: "page-or-menu-missing",
        title: "A page or menu item is missing",
        summary: "Permissions, wrong addresses and records that belong to someone else.",
      },
      {
        slug: "changes-and-outages",
        title: "Someone else changed it, or the server is away",
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
