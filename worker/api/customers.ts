import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { findAddress } from "~/domain/addresses/find.server";
import { Address, NewAddress } from "~/domain/addresses/schema";
import { addAddress } from "~/domain/customers/add-address.server";
import { archiveCustomer, updateCustomer } from "~/domain/customers/change.server";
import { createCustomer } from "~/domain/customers/create.server";
import { findCustomer } from "~/domain/customers/detail.server";
import { customerRef } from "~/domain/customers/find.server";
import { customerStats, listCustomers } from "~/domain/customers/list.server";
import {
  Customer,
  CustomerFilter,
  CustomerPatch,
  CustomerStats,
  CustomerSummary,
  NewCustomer,
} from "~/domain/customers/schema";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Customers"];
const params = z.object({ id: z.string().max(60).describe("Id or number of the customer") });

export const customers = new OpenAPIHono<HonoEnv>();

customers.openapi(
  operation("customers.read", {
    method: "get",
    path: "/customers",
    tags,
    summary: "List customers",
    description: "By name or newest first. Search results are newest first.",
    request: { query: CustomerFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(CustomerSummary),
          nextCursor: z.string().nullable(),
          total: z.number().nullable(),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listCustomers(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total }, 200);
  },
);

customers.openapi(
  operation("customers.read", {
    method: "get",
    path: "/customers/stats",
    tags,
    summary: "Count customers by status and type",
    responses: { 200: json(CustomerStats) },
  }),
  async (c) => c.json(await customerStats(c.var.ctx), 200),
);

customers.openapi(
  operation("customers.write", {
    method: "post",
    path: "/customers",
    tags,
    summary: "Create a customer",
    description: "Can include its first addresses.",
    request: { body: jsonRequest(NewCustomer) },
    responses: { 201: json(Customer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createCustomer(ctx, c.req.valid("json"));
    return c.json(await findCustomer(ctx, id), 201);
  },
);

customers.openapi(
  operation("customers.read", {
    method: "get",
    path: "/customers/{id}",
    tags,
    summary: "Get a customer",
    description: "Includes its addresses.",
    request: { params },
    responses: { 200: json(Customer) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await findCustomer(c.var.ctx, id), 200);
  },
);

customers.openapi(
  operation("customers.write", {
    method: "patch",
    path: "/customers/{id}",
    tags,
    summary: "Update a customer",
    description: "Omitted fields stay unchanged. `archived: false` restores an archived customer.",
    request: { params, body: jsonRequest(CustomerPatch) },
    responses: { 200: json(Customer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateCustomer(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(await findCustomer(ctx, id), 200);
  },
);

customers.openapi(
  operation("customers.write", {
    method: "delete",
    path: "/customers/{id}",
    tags,
    summary: "Archive a customer",
    description: "Its data is retained. A customer with open work orders cannot be archived.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    await archiveCustomer(c.var.ctx, id);
    return c.body(null, 204);
  },
);

customers.openapi(
  operation("customers.write", {
    method: "post",
    path: "/customers/{id}/addresses",
    tags,
    summary: "Create a customer's address",
    request: { params, body: jsonRequest(NewAddress) },
    responses: { 201: json(Address) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await addAddress(ctx, customerRef(c.req.valid("param").id), c.req.valid("json"));
    return c.json(await findAddress(ctx, id), 201);
  },
);
