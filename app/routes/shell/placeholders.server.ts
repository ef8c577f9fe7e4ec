import { paths } from "~/paths";

/** A screen that is still to be built: what it will do, and what does its part of the work today. */
export interface Placeholder {
  /** The address and everything below it. */
  path: string;
  title: string;
  promise: string;
  meanwhile: readonly { label: string; to: string }[];
  /** Open to visitors who are not signed in. */
  open?: true;
  /** Addresses below it that keep less of the frame. */
  frame?: "canvas" | "full-screen";
}

const orders = { label: "Work orders", to: paths.workOrders() };
const board = { label: "Kanban board", to: paths.board() };
const customers = { label: "Customers", to: paths.customers() };
const settings = { label: "Business settings", to: paths.settings() };
const users = { label: "Users", to: paths.users() };
const account = { label: "My account", to: paths.profile() };
const help = { label: "Help center", to: paths.support() };
const home = { label: "Home", to: paths.home() };
const issue = [settings, help];
const money = [account, help];

/** The longest path that an address begins with is its own. */
const placeholders: readonly Placeholder[] = [
  {
    path: "/map",
    title: "Coverage map",
    promise:
      "Shows where the business works and where today's jobs are. Visitors see the area served and nothing about any customer.",
    meanwhile: [home, orders],
    open: true,
  },
  {
    path: "/map2",
    title: "Routes of the day",
    promise:
      "Draws each technician's day on the map, stop by stop, with the driving between the jobs. Visitors see no names and no addresses.",
    meanwhile: [home, board],
    open: true,
  },
  {
    path: "/dashboard",
    title: "Dashboard",
    promise:
      "The business at a glance: today's jobs by state, what is late, what waits for parts and what is ready to be billed.",
    meanwhile: [board, orders],
  },
  {
    path: "/receipts",
    title: "Receipts",
    promise:
      "Photograph a receipt and tie it to an expense or to the part it paid for, so that nothing is looked for at the end of the year.",
    meanwhile: money,
  },
  {
    path: "/payment",
    title: "Plan and payments",
    promise: "Shows the plan you are on, what Pro adds, and the payments your customers have made.",
    meanwhile: [account, help],
  },
  {
    path: "/leads",
    title: "Leads",
    promise:
      "Keeps everyone who asked for a quote in one pipeline, until they turn into a customer with a first work order.",
    meanwhile: [customers, { label: "New customer", to: paths.newCustomer() }],
  },
  {
    path: "/todos",
    title: "To-dos",
    promise: "What you must not forget, with a date, and tied to the job or the customer it is about.",
    meanwhile: [orders, help],
  },
  {
    path: "/properties",
    title: "Properties",
    promise: "Every service site with its equipment, its history and the people who open the door.",
    meanwhile: [customers, orders],
  },
  {
    path: "/messages",
    title: "Messages",
    promise: "One thread for each work order, and one between any two members of the business.",
    meanwhile: [orders, help],
  },
  {
    path: "/pgi",
    title: "Performance and growth",
    promise: "First-time fixes, callbacks and revenue by technician, each figure with the jobs it was counted from.",
    meanwhile: [orders, board],
  },
  {
    path: "/designer",
    title: "System designer",
    promise:
      "A canvas to lay out a heating or cooling system: units, ducts and controls, with the loads worked out beside them.",
    meanwhile: [customers, orders],
    frame: "canvas",
  },
  {
    path: "/chat",
    title: "Assistant",
    promise: "Answers questions about your own data in plain words, with a link to every record it speaks of.",
    meanwhile: [help, orders],
  },
  {
    path: "/knowledge-graph",
    title: "Knowledge graph",
    promise:
      "Shows how customers, sites, equipment, parts and jobs hang together, so that the one failing part behind ten visits is seen.",
    meanwhile: [customers, orders],
  },
  {
    path: "/industry-analysis",
    title: "Industry analysis",
    promise: "Sets your mix of work beside that of the trades and industries you choose.",
    meanwhile: [orders, help],
  },
  {
    path: "/settings/integrations",
    title: "Integrations",
    promise: "One place to connect the bank, mail, maps and code hosts, each with its state and its last success.",
    meanwhile: [settings, users],
  },
  {
    path: "/integrations/github",
    title: "GitHub",
    promise: "Connects a GitHub account, so that issues and repositories stay in step with the bug tracker.",
    meanwhile: issue,
  },
  {
    path: "/integrations/gitlab",
    title: "GitLab",
    promise: "Connects a GitLab account, with everything that GitHub gets.",
    meanwhile: issue,
  },
  {
    path: "/bugscout/issues",
    title: "Issues",
    promise:
      "Bugs and wishes with their state, their priority and who works on them, kept in step with your code host.",
    meanwhile: issue,
  },
  {
    path: "/bugscout/config",
    title: "Bug tracking setup",
    promise: "Says which repositories are followed, and shows a log of what was synchronized and what was not.",
    meanwhile: issue,
  },
  {
    path: "/bugscout/landing",
    title: "BugScout",
    promise: "Introduces the bug tracker: how to report, what happens then, and how to connect a repository.",
    meanwhile: issue,
  },
  {
    path: "/invoices-v2",
    title: "Invoices",
    promise:
      "Turns a finished job into an invoice once and only once, to the cent, with tax, payments and credit notes.",
    meanwhile: [orders, board],
  },
  {
    path: "/inventory/items",
    title: "Inventory items",
    promise: "Parts and materials with SKU, cost, price and the levels at which to order again.",
    meanwhile: [orders, help],
  },
  {
    path: "/inventory/stock",
    title: "Stock levels",
    promise: "How much of each item lies where, always the sum of its movements and never below zero.",
    meanwhile: [orders, help],
  },
  {
    path: "/inventory/locations",
    title: "Inventory locations",
    promise: "Warehouses, shelves and vans, with what they hold and how full they are.",
    meanwhile: [orders, help],
  },
  {
    path: "/inventory/movements",
    title: "Stock movements",
    promise: "Every receipt, transfer, use and count, written once and never rewritten.",
    meanwhile: [orders, help],
  },
  {
    path: "/inventory/reservations",
    title: "Stock reservations",
    promise: "Parts set aside for a job, so that the van leaves with what the job needs.",
    meanwhile: [orders, help],
  },
];

/** The placeholder of an address of the product that has no screen yet. */
export function placeholderFor(pathname: string): Placeholder | undefined {
  return placeholders
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}
