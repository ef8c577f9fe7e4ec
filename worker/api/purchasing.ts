import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { BASE_UNITS } from "~/domain/inventory/items/item";
import { findItem } from "~/domain/inventory/items/items.server";
import { quantityOf } from "~/domain/inventory/quantity";
import { NewSupplier, SupplierChange, SupplierFilter, SupplierItemInput } from "~/domain/purchasing/schema";
import {
  findSupplierItem,
  itemsOfSupplier,
  removeSupplierItem,
  type SupplierItem,
  saveSupplierItem,
  suppliersOfItem,
} from "~/domain/purchasing/supplier-items.server";
import { createSupplier, findSupplier, listSuppliers, updateSupplier } from "~/domain/purchasing/suppliers.server";
import { paging } from "~/domain/shared/fields";
import { decimalOrNull, pageSchema } from "./answer-fields";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const tags = ["Purchasing"];
const params = z.object({ id: z.string().max(100) });
const soldParams = z.object({ id: z.string().max(100), itemId: z.string().max(100) });
const text = z.string().nullable();
const count = z.number().int();
const amount = z.number().nullable();
const SupplierAnswer = z.object({
  id: z.string(),
  name: z.string(),
  contactName: text,
  phone: text,
  email: text,
  accountNumber: text,
  leadTimeDays: count.nullable(),
  terms: text,
  notes: text,
  active: z.boolean(),
  itemCount: count.describe("Number of items the supplier sells"),
  version: count,
  createdAt: z.string(),
  updatedAt: z.string(),
});

const SupplierItemAnswer = z.object({
  supplierId: z.string(),
  supplierName: z.string(),
  supplierActive: z.boolean(),
  leadTimeDays: count.nullable(),
  itemId: z.string(),
  sku: z.string(),
  itemName: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  partNumber: text.describe("The supplier's part number"),
  packSize: z.number().describe("Base units per pack"),
  preferred: z.boolean(),
  price: amount.describe(
    "Price of one base unit today, in dollars; null if none applies yet, or if you may not see costs",
  ),
  packPrice: amount.describe(
    "Price of one pack, in dollars, if the supplier prices by the pack; it then decides what an order costs",
  ),
  priceFrom: text,
  nextPrice: amount.describe("The next price that will apply"),
  nextPackPrice: amount.describe("Dollars; null if none"),
  nextPriceFrom: text,
});

function supplierItemOf({
  priceMinor,
  nextPriceMinor,
  packPriceMinor,
  nextPackPriceMinor,
  packSizeMilli,
  ...row
}: SupplierItem) {
  return {
    ...row,
    packSize: quantityOf(packSizeMilli),
    price: decimalOrNull(priceMinor),
    packPrice: decimalOrNull(packPriceMinor),
    nextPrice: decimalOrNull(nextPriceMinor),
    nextPackPrice: decimalOrNull(nextPackPriceMinor),
  };
}

export const purchasing = new OpenAPIHono<HonoEnv>();

purchasing.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/suppliers",
    tags,
    summary: "List suppliers",
    description: "Sorted by name.",
    request: { query: SupplierFilter },
    responses: { 200: json(pageSchema(SupplierAnswer)) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listSuppliers(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total }, 200);
  },
);

purchasing.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/suppliers",
    tags,
    summary: "Create a supplier",
    request: { body: jsonRequest(NewSupplier) },
    responses: { 201: json(SupplierAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(await findSupplier(ctx, (await createSupplier(ctx, c.req.valid("json"))).id), 201);
  },
);

purchasing.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/suppliers/{id}",
    tags,
    summary: "Get a supplier",
    request: { params },
    responses: { 200: json(SupplierAnswer) },
  }),
  async (c) => c.json(await findSupplier(c.var.ctx, c.req.valid("param").id), 200),
);

purchasing.openapi(
  operation("inventory.write", {
    method: "patch",
    path: "/inventory/suppliers/{id}",
    tags,
    summary: "Update a supplier",
    description:
      "Omitted fields stay unchanged; null clears a field. An inactive supplier is no longer preferred for any item.",
    request: { params, body: jsonRequest(SupplierChange) },
    responses: { 200: json(SupplierAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateSupplier(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(await findSupplier(ctx, id), 200);
  },
);

purchasing.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/suppliers/{id}/items",
    tags,
    summary: "List the items a supplier sells",
    description: "By SKU, up to 500 per page.",
    request: { params, query: z.object({ cursor: paging.cursor }) },
    responses: { 200: json(pageSchema(SupplierItemAnswer)) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const query = c.req.valid("query");
    const { items, nextCursor, total } = await itemsOfSupplier(ctx, c.req.valid("param").id, query);
    const sold = items.map(supplierItemOf);
    const isWhole = nextCursor === null && query.cursor === undefined;
    return c.json(isWhole ? whole(sold) : { items: sold, nextCursor, total }, 200);
  },
);

purchasing.openapi(
  operation("inventory.write", {
    method: "put",
    path: "/inventory/suppliers/{id}/items/{itemId}",
    tags,
    summary: "Update an item a supplier sells",
    description: "Also adds the item. A price is added with the day from which it applies.",
    request: { params: soldParams, body: jsonRequest(SupplierItemInput) },
    responses: { 200: json(SupplierItemAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id: supplierId, itemId } = c.req.valid("param");
    await saveSupplierItem(ctx, { supplierId, itemId }, c.req.valid("json"));
    return c.json(supplierItemOf(await findSupplierItem(ctx, { supplierId, itemId })), 200);
  },
);

purchasing.openapi(
  operation("inventory.write", {
    method: "delete",
    path: "/inventory/suppliers/{id}/items/{itemId}",
    tags,
    summary: "Delete an item a supplier sells",
    description: "Deletes its prices too. The item itself stays.",
    request: { params: soldParams },
    responses: { 204: noContent },
  }),
  async (c) => {
    const { id: supplierId, itemId } = c.req.valid("param");
    await removeSupplierItem(c.var.ctx, { supplierId, itemId });
    return c.body(null, 204);
  },
);

purchasing.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/items/{id}/suppliers",
    tags,
    summary: "List the suppliers of an item",
    description: "Preferred supplier first.",
    request: { params },
    responses: { 200: json(pageSchema(SupplierItemAnswer)) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await findItem(ctx, c.req.valid("param").id);
    return c.json(whole((await suppliersOfItem(ctx, id)).map(supplierItemOf)), 200);
  },
);
