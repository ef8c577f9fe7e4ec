import type { SerializeFrom } from "@remix-run/cloudflare";
import { useSearchParams } from "@remix-run/react";
import { AvatarName } from "~/components/avatar-name";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { StatusBadge } from "~/components/status-badge";
import { Badge } from "~/components/ui/badge";
import { CircleCheck, CircleOff, ShieldCheck } from "~/components/ui/icons";
import { MEMBER_STATUSES, samePermissions } from "~/domain/people/member";
import { defaultPermissions, permissions, roles } from "~/domain/shared/permissions";
import { paths } from "~/paths";
import type { loader } from "./route";

type MembersTableProps = Pick<
  SerializeFrom<typeof loader>,
  "items" | "total" | "nextCursor" | "previousCursor" | "filter"
>;
type Row = MembersTableProps["items"][number];

export function MembersTable({ items, total, nextCursor, previousCursor, filter }: MembersTableProps) {
  const { q, role, status } = filter;
  // The page behind a user's sheet stays.
  const [search] = useSearchParams();
  const chips = [
    ...(role ? [{ label: role, clearHref: paths.users({ q, status }) }] : []),
    ...(status ? [{ label: statusLabels[status] ?? status, clearHref: paths.users({ q, role }) }] : []),
  ];
  return (
    <>
      <FilterBar
        search={{ name: "q", value: q, label: "Search name or email" }}
        chips={chips}
        clearHref={paths.users({ q })}
        fileHref={paths.apiListFile("members", { q, role, status })}
      >
        <FilterSelect
          name="role"
          label="Role"
          value={role ?? ""}
          any="Any role"
          choices={roles.map((each) => ({ value: each, label: each }))}
        />
        <FilterSelect
          name="status"
          label="Access"
          value={status ?? ""}
          any="Any access"
          choices={MEMBER_STATUSES.map((each) => ({ value: each, label: statusLabels[each] ?? each }))}
        />
      </FilterBar>
      <DataTable
        caption="Members"
        columns={columns}
        rows={items}
        rowKey={(row) => row.userId}
        rowHref={(row) => paths.user(row.userId, Object.fromEntries(search))}
        empty={<EmptyState title="No matching users">Try a different search or clear a filter.</EmptyState>}
      />
      <CursorPagination
        label="Members"
        page={{ previousCursor, nextCursor }}
        href={(at) => paths.users({ q, role, status, ...at })}
      >
        {`${items.length} of ${total ?? items.length}`}
      </CursorPagination>
    </>
  );
}

const statusLabels: Record<string, string> = { active: "Active", disabled: "Off" };

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Name",
    cell: (row) => (
      <AvatarName name={`${row.firstName} ${row.lastName}`} detail={row.self ? `${row.email}, you` : row.email} />
    ),
  },
  {
    key: "roles",
    header: "Roles",
    cell: (row) => (
      <span className="flex flex-wrap gap-1.5">
        {row.roles.map((role) => (
          <Badge key={role} tone="info">
            {role}
          </Badge>
        ))}
      </span>
    ),
  },
  { key: "permissions", header: "Permissions", cell: permissionsLabel },
  {
    key: "lastSeen",
    header: "Last active",
    needsRoom: true,
    cell: (row) => row.lastSeen ?? <span className="text-subtle-foreground">Not signed in</span>,
  },
  {
    key: "secondStep",
    header: "Sign-in",
    needsRoom: true,
    cell: (row) =>
      row.hasSecondStep ? (
        <StatusBadge label="Two-step" tone="ok" icon={ShieldCheck} />
      ) : (
        <span className="text-subtle-foreground">Password only</span>
      ),
  },
  {
    key: "status",
    header: "Access",
    card: "corner",
    cell: (row) =>
      row.status === "active" ? (
        <StatusBadge label="Active" tone="ok" icon={CircleCheck} />
      ) : (
        <StatusBadge label="Off" tone="neutral" icon={CircleOff} />
      ),
  },
];

function permissionsLabel(row: Row): string {
  if (row.permissions === null) return row.roles.includes("Admin") ? "All" : "None";
  if (samePermissions(row.permissions, defaultPermissions(row.roles))) return "Role defaults";
  return `${row.permissions.length} of ${permissions.length} selected`;
}
