import { expect, test } from "vitest";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { createActions } from "~/components/app-shell/palette/actions";
import { placesFor } from "~/components/app-shell/palette/places";
import { defaultPermissions, type Role } from "~/domain/shared/permissions";

const worker = await testWorker();
const { admin, manager, technician } = await worker.business();

const member = (role: Role) => ({ member: { roles: [role], permissions: defaultPermissions([role]) } });

test.each<[string, () => Promise<Visitor> | Visitor, Parameters<typeof placesFor>[0]]>([
  ["an Admin", () => admin, member("Admin")],
  ["a Manager", () => manager, member("Manager")],
  ["a technician", () => technician, member("Technician")],
  ["a household", () => worker.household(), { member: null }],
])(
  "every place and action the palette offers %s opens",
  async (_who, visitorOf, viewer) => {
    const by = await visitorOf();
    const refused: string[] = [];
    for (const { to } of [...placesFor(viewer), ...createActions(viewer)]) {
      // The technician's own first job, which a new business does not have.
      if (to.startsWith("/technician/jobs/")) continue;
      const { status } = await by.get(to);
      // Home leads to where the person starts.
      if (status !== 200 && !(to === "/" && status === 302)) refused.push(`${to} ${status}`);
    }
    expect(refused).toEqual([]);
  },
  120_000,
);
