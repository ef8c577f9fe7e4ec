import { can, hasRole, type Permission, type Rights, type Role } from "~/domain/shared/permissions";
import { paths } from "~/paths";

/** The viewer: a visitor, or a user with or without rights in a business. */
export type Viewer = { member: Rights | null } | null;

/** One of the roles or one of the permissions is enough; with neither, being signed in is. */
type Shown = { roles?: readonly Role[]; permissions?: readonly Permission[] };

interface NavLink extends Shown {
  label: string;
  to: string;
  /** Another screen that is one of this link's. */
  also?: string;
  /** Choosing it closes the sidebar, because the screen needs the width. */
  closesSidebar?: true;
}

type NavGroupId = (typeof navigation)[number]["id"];
export interface NavGroup {
  id: NavGroupId;
  title: string;
  /** Folded until somebody unfolds it. */
  folded: boolean;
  /** Nobody's but the person's own: set apart from the business. */
  personal: boolean;
  links: readonly NavLink[];
}

interface GroupRow extends Shown {
  id: string;
  title: string;
  folded?: true;
  personal?: true;
  links: readonly NavLink[];
}

const office = ["Admin", "Manager"] as const;
const system = { roles: ["Admin"], permissions: ["system.admin"] } as const satisfies Shown;
const workOrders = { roles: office, permissions: ["work_orders.read"] } as const satisfies Shown;

/** The sidebar below Home, in its order. A group's rule holds for each of its links, except where a link has its own. */
const navigation = [
  {
    id: "work-orders",
    title: "Work Orders",
    links: [
      { label: "All Work Orders", to: paths.workOrders(), ...workOrders },
      { label: "Scheduler", to: paths.scheduler(), closesSidebar: true, ...workOrders },
      { label: "Kanban Board", to: paths.board(), ...workOrders },
      { label: "Map", to: paths.map(), ...workOrders },
      { label: "Routes", to: paths.map2(), ...workOrders },
      { label: "Technician View", to: paths.technicianJob("WO-001"), roles: ["Technician"] },
    ],
  },
  {
    id: "sales",
    title: "Sales",
    roles: office,
    permissions: ["leads.read"],
    links: [
      { label: "Leads", to: paths.leads() },
      { label: "Estimates", to: paths.estimates() },
    ],
  },
  {
    id: "invoices",
    title: "Billing",
    roles: office,
    permissions: ["invoices.read"],
    links: [
      { label: "Invoices", to: paths.invoices() },
      { label: "Aging", to: paths.aging() },
      { label: "Performance", to: paths.pgi() },
    ],
  },
  {
    id: "services",
    title: "Service Management",
    roles: office,
    permissions: ["service_types.read"],
    links: [{ label: "Service Types", to: paths.serviceTypes() }],
  },
  {
    id: "customers",
    title: "Customers & Equipment",
    roles: office,
    permissions: ["customers.read"],
    links: [
      { label: "All Customers", to: paths.customers() },
      { label: "Properties", to: paths.properties() },
      { label: "All Equipment", to: paths.equipmentList(), roles: office, permissions: ["equipment.read"] },
    ],
  },
  {
    id: "inventory",
    title: "Inventory",
    folded: true,
    roles: office,
    permissions: ["inventory.read"],
    links: [
      { label: "Items", to: paths.items(), also: paths.labels() },
      { label: "Locations", to: paths.locations() },
      { label: "Stock Levels", to: paths.stock() },
      { label: "Movements", to: paths.movements() },
      { label: "Reservations", to: paths.reservations() },
      { label: "Purchase Orders", to: paths.purchaseOrders() },
    ],
  },
  {
    id: "technicians",
    title: "Technicians",
    roles: ["Admin"],
    permissions: ["technicians.read", "technicians.manage"],
    links: [
      { label: "All Technicians", to: paths.technicians() },
      { label: "Pending Invitations", to: paths.pendingInvitations() },
    ],
  },
  {
    id: "system",
    title: "System",
    folded: true,
    ...system,
    links: [
      { label: "Business Settings", to: paths.settings() },
      { label: "Integrations", to: paths.integrations() },
      { label: "Users", to: paths.users() },
      { label: "Issues", to: paths.issues() },
      { label: "Bug Tracking Setup", to: paths.issueConfig() },
      { label: "GitHub", to: paths.github() },
      { label: "GitLab", to: paths.gitlab() },
    ],
  },
  {
    id: "finance",
    title: "My household",
    personal: true,
    links: [
      { label: "Cashflow", to: paths.finances() },
      { label: "New Dashboard", to: paths.financeDashboard() },
      { label: "Finance Calendar", to: paths.financeCalendar() },
      { label: "Transactions", to: paths.transactions() },
      { label: "Expense Tracker", to: paths.expenses() },
      { label: "Bank Accounts", to: paths.accounts() },
    ],
  },
] as const satisfies readonly GroupRow[];

/** What the sidebar shows below Home: nothing to a guest, to everyone else the groups with a link for them. */
export function visibleNavigation(viewer: Viewer): NavGroup[] {
  if (!viewer) return [];
  const rows: readonly (GroupRow & { id: NavGroupId })[] = navigation;
  return rows
    .filter((group) => isShown(group, viewer.member))
    .map(({ id, title, folded = false, personal = false, links }) => ({
      id,
      title,
      // A household has nothing else; a member's own money waits below the business.
      folded: folded || (personal && viewer.member !== null),
      personal: personal && viewer.member !== null,
      links: links.filter((link) => isShown(link, viewer.member)),
    }))
    .filter((group) => group.links.length > 0);
}

/** Whether the health of the API is shown. */
export function seesApiHealth(viewer: Viewer): boolean {
  return viewer !== null && isShown(system, viewer.member);
}

function isShown({ roles, permissions }: Shown, rights: Rights | null): boolean {
  if (!roles && !permissions) return true;
  return hasRole(rights, ...(roles ?? [])) || (permissions ?? []).some((permission) => can(rights, permission));
}

/** The link of the place that `pathname` is at or below: the longest one, so that /settings/integrations is not /settings. */
export function activeLink(groups: readonly NavGroup[], pathname: string): string | null {
  const below = groups
    .flatMap((group) => group.links)
    .filter(({ to, also }) => pathname === to || pathname === also || pathname.startsWith(`${to}/`));
  return below.sort((a, b) => b.to.length - a.to.length)[0]?.to ?? null;
}
