import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { files, root, within } from "#tests/support/source-files";

/** How a file writes the status of work orders: in its own SQL, or through drizzle. */
function statusWritersIn(text: string): string[] {
  const found: string[] = [];
  const table = String.raw`(?:"?work_orders"?|\$\{workOrders\})(?=[\s(])`;
  const updates = new RegExp(String.raw`\bUPDATE\s+(?:OR\s+\w+\s+)?${table}(.*?)(?=\bWHERE\b|[\`;]|$)`, "gis");
  for (const [statement, assigned = ""] of text.matchAll(updates))
    if (/\bstatus["\s,)]*[=,)]/.test(assigned)) found.push(statement);
  for (const [statement] of text.matchAll(new RegExp(String.raw`\b(?:INSERT|REPLACE)[\w\s]*?\bINTO\s+${table}`, "gi")))
    found.push(statement);
  if (!/\bworkOrders\b/.test(text)) return found;
  const source = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
  const names = new Set(["workOrders", ...[...text.matchAll(/\bconst (\w+) = workOrders\b/g)].map(([, name]) => name)]);
  const isOnWorkOrders = (call: ts.Node, method: string): boolean =>
    ts.isCallExpression(call) &&
    ts.isPropertyAccessExpression(call.expression) &&
    call.expression.name.text === method &&
    call.arguments.some((argument) => ts.isIdentifier(argument) && names.has(argument.text));
  const visit = (node: ts.Node): void => {
    if (isOnWorkOrders(node, "insert")) found.push("insert(workOrders)");
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === "set" &&
      isOnWorkOrders(node.expression.expression, "update") &&
      node.arguments.some((values) => !ts.isObjectLiteralExpression(values) || namesStatus(values))
    )
      found.push(`update(workOrders).set(${node.arguments[0]?.getText(source)})`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Anywhere within the values, as a conditional spread has them. */
function namesStatus(node: ts.Node): boolean {
  const isNamed =
    (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
    /^["']?status/.test(node.name.getText());
  return isNamed || ts.forEachChild(node, namesStatus) === true;
}

test("only `changeStatus` and creating a work order write its status", () => {
  const migrations = readdirSync(join(root, "migrations")).map((name) => join("migrations", name));
  const others = within("drizzle/seed");
  const writers = [...files.filter((file) => !others(file)), ...migrations].filter(
    (file) => statusWritersIn(readFileSync(join(root, file), "utf8")).length > 0,
  );
  expect(writers.sort()).toEqual([
    "app/domain/work-orders/create.server.ts",
    "app/domain/work-orders/internal/status-change.server.ts",
  ]);
});

test.each([
  'ctx.db.update(workOrders).set({ status: "closed" }).where(mine)',
  "ctx.db.update(workOrders).set({ ...(isOver ? { status } : {}) })",
  "ctx.db.update(workOrders).set(values)",
  "const w = workOrders; ctx.db.update(w).set({ status: to })",
  'ctx.db.insert(workOrders).values({ id, status: "scheduled" })',
  "ctx.db.run(sql`UPDATE work_orders SET version = version + 1, status = 'closed' WHERE number = 1`)",
  `ctx.db.run(sql\`UPDATE OR IGNORE \${workOrders} SET (status, version) = (SELECT 'closed', 2) WHERE number = 1\`)`,
  "ctx.db.run(sql`INSERT OR REPLACE INTO work_orders (org_id, id, status) VALUES ('a', 'b', 'closed')`)",
])("another writer would be found: %s", (text) => {
  expect(statusWritersIn(text)).toHaveLength(1);
});

test.each([
  "ctx.db.update(workOrders).set({ updatedAt: now }).where(eq(workOrders.status, 'closed'))",
  "ctx.db.run(sql`UPDATE work_orders SET detail_archived = 1 WHERE status = 'closed'`)",
  "ctx.db.update(workOrderTasks).set({ status: 'done' }).where(eq(workOrders.id, id))",
])("what does not write it is left alone: %s", (text) => {
  expect(statusWritersIn(text)).toEqual([]);
});
