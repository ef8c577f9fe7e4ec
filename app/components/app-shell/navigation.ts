import { can, hasRole, type Permission, type Rights, type Role } from "~/domain/shared/permissions";
import { shellPaths } from "~/shell-paths";

/** The viewer: a visitor, or a user with or without rights in a business. */
export type Viewer = { member: Rights | null } | null;

/** Any one of the roles or permissions is enough; without either, being signed in is. */
type Shown = { roles?: readonly Role[]; permissions?: readonly Permission[] };

interface NavLink extends Shown {
  label: string;
  to: string;
  /** Another screen that belongs to this link. */
  also?: string;
  /** Following the link closes the sidebar, because the screen needs the width. */
  closesSidebar?: true;
}

type NavGroupId = (typeof navigation)[number]["id"];
export interface NavGroup {
  id: NavGroupId;
  title: string;
  /** Collapsed until the user expands it. */
  folded: boolean;
  /** Private to the person and shown apart from the business. */
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

/** The sidebar's groups below Home, in order. A group's rule applies to each of its links unless the link has its own. */
const navigation = [
  {
    id: "work-orders",
    title: "Work Orders",
    links: [
      { label: "All Work Orders", to: shellPaths.workOrders(), ...workOrders },
      { label: "Scheduler", to: shellPaths.scheduler(), closesSidebar: true, ...workOrders },
      { label: "Kanban Board", to: shellPaths.board(), ...workOrders },
      { label: "Map", to: shellPaths.map(), ...workOrders },
      { label: "Routes", to: shellPaths.map2(), ...workOrders },
      { label: "Technician View", to: shellPaths.technicianWorkOrder("WO-001"), roles: ["Technician"] },
    ],
  },
  {
    id: "sales",
    title: "Sales",
    roles: office,
    permissions: ["leads.read"],
    links: [
      { label: "Leads", to: shellPaths.leads() },
      { label: "Estimates", to: shellPaths.estimates() },
    ],
  },
  {
    id: "invoices",
    title: "Billing",
    roles: office,
    permissions: ["invoices.read"],
    links: [
      { label: "Invoices", to: shellPaths.invoices() },
      { label: "Aging", to: shellPaths.aging() },
      { label: "Performance", to: shellPaths.pgi() },
    ],
  },
  {
    id: "services",
    title: "Service Management",
    roles: office,
    permissions: ["service_types.read"],
    links: [{ label: "Service Types", to: shellPaths.serviceTypes() }],
  },
  {
    id: "customers",
    title: "Customers & Equipment",
    roles: office,
    permissions: ["customers.read"],
    links: [
      { label: "All Customers", to: shellPaths.customers() },
      { label: "Properties", to: shellPaths.properties() },
      { label: "All Equipment", to: shellPaths.equipmentList(), roles: office, permissions: ["equipment.read"] },
    ],
  },
  {
    id: "inventory",
    title: "Inventory",
    folded: true,
    roles: office,
    permissions: ["inventory.read"],
    links: [
      { label: "Items", to: shellPaths.items(), also: shellPaths.labels() },
      { label: "Locations", to: shellPaths.locations() },
      { label: "Stock Levels", to: shellPaths.stock() },
      { label: "Movements", to: shellPaths.movements() },
      { label: "Reservations", to: shellPaths.reservations() },
      { label: "Purchase Orders", to: shellPaths.purchaseOrders() },
    ],
  },
  {
    id: "technicians",
    title: "Technicians",
    roles: ["Admin"],
    permissions: ["technicians.read", "technicians.manage"],
    links: [
      { label: "All Technicians", to: shellPaths.technicians() },
      { label: "Pending Invitations", to: shellPaths.pendingInvitations() },
    ],
  },
  {
    id: "system",
    title: "System",
    folded: true,
    ...system,
    links: [
      { label: "Business Settings", to: shellPaths.settings() },
      { label: "Integrations", to: shellPaths.integrations() },
      { label: "Users", to: shellPaths.users() },
      { label: "Issues", to: shellPaths.issues() },
      { label: "Bug Tracking Setup", to: shellPaths.issueConfig() },
      { label: "GitHub", to: shellPaths.github() },
      { label: "GitLab", to: shellPaths.gitlab() },
    ],
  },
  {
    id: "finance",
    title: "My household",
    personal: true,
    links: [
      { label: "Cashflow", to: shellPaths.finances() },
      { label: "New Dashboard", to: shellPaths.financeDashboard() },
      { label: "Finance Calendar", to: shellPaths.financeCalendar() },
      { label: "Transactions", to: shellPaths.transactions() },
      { label: "Expense Tracker", to: shellPaths.expenses() },
      { label: "Bank Accounts", to: shellPaths.accounts() },
    ],
  },
] as const satisfies readonly GroupRow[];

/** The sidebar's groups below Home: none for guests, otherwise those with at least one visible link. */
export function visibleNavigation(viewer: Viewer): NavGroup[] {
  if (!viewer) return [];
  const rows: readonly (GroupRow & { id: NavGroupId })[] = navigation;
  return rows
    .filter((group) => isShown(group, viewer.member))
    .map(({ id, title, folded = false, personal = false, links }) => ({
      id,
      title,
      // A household has nothing else; for a business member, personal finances start collapsed below the business.
      folded: folded || (personal && viewer.member !== null),
      personal: personal && viewer.member !== null,
      links: links.filter((link) => isShown(link, viewer.member)),
    }))
    .filter((group) => group.links.length > 0);
}

/** Whether the API's health is shown. */
export function seesApiHealth(viewer: Viewer): boolean {
  return viewer !== null && isShown(system, viewer.member);
}

function isShown({ roles, permissions }: Shown, rights: Rights | null): boolean {
  if (!roles && !permissions) return true;
  return hasRole(rights, ...(roles ?? [])) || (permissions ?? []).some((permission) => can(rights, permission));
}

/** The link that contains `pathname`: the longest match, so that /settings/integrations does not match /settings. */
export function activeLink(groups: readonly NavGroup[], pathname: string): string | null {
  const below = groups
    .flatMap((group) => group.links)
    .filter(({ to, also }) => pathname === to || pathname === also || pathname.startsWith(`${to}/`));
  return below.sort((a, b) => b.to.length - a.to.length)[0]?.to ?? null;
}
