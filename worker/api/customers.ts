import { z } from "zod";
import { addAddress } from "~/domain/addresses/commands.server";
import { findAddress } from "~/domain/addresses/queries.server";
import { Address, NewAddress } from "~/domain/addresses/schema";
import { archiveCustomer, updateCustomer } from "~/domain/customers/change.server";
import { createCustomer } from "~/domain/customers/create.server";
import { findCustomer } from "~/domain/customers/detail.server";
import { customerRef } from "~/domain/customers/find.server";
import { listCustomers } from "~/domain/customers/list.server";
import {
  Customer,
  CustomerFilter,
  CustomerPatch,
  CustomerStats,
  CustomerSummary,
  NewCustomer,
} from "~/domain/customers/schema";
import { customerStats } from "~/domain/customers/stats.server";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Customers";
const params = z.object({ id: z.string().max(60).describe("Id or number of the customer") });

export const customers: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/customers",
    tag,
    summary: "Customers by name or the newest first; a search answers the newest first",
    query: CustomerFilter,
    answer: z.object({
      items: z.array(CustomerSummary),
      nextCursor: z.string().nullable(),
      total: z.number().nullable(),
    }),
    run: async ({ ctx, query }) => {
      const { items, nextCursor, total } = await listCustomers(ctx, query);
      return { items, nextCursor, total };
    },
  }),
  endpoint({
    method: "get",
    path: "/customers/stats",
    tag,
    summary: "How many customers there are of each status and type",
    answer: CustomerStats,
    run: ({ ctx }) => customerStats(ctx),
  }),
  endpoint({
    method: "post",
    path: "/customers",
    tag,
    summary: "Add a customer, with its first addresses",
    body: NewCustomer,
    status: 201,
    answer: Customer,
    run: async ({ ctx, body }) => {
      const { id } = await createCustomer(ctx, body);
      return findCustomer(ctx, id);
    },
  }),
  endpoint({
    method: "get",
    path: "/customers/{id}",
    tag,
    summary: "A customer with its addresses",
    params,
    answer: Customer,
    run: ({ ctx, params: { id } }) => findCustomer(ctx, id),
  }),
  endpoint({
    method: "patch",
    path: "/customers/{id}",
    tag,
    summary: "Change a customer; fields left out stay as they are. `archived: false` restores an archived one",
    params,
    body: CustomerPatch,
    answer: Customer,
    run: async ({ ctx, params, body }) => {
      const { id } = await updateCustomer(ctx, params.id, body);
      return findCustomer(ctx, id);
    },
  }),
  endpoint({
    method: "delete",
    path: "/customers/{id}",
    tag,
    summary: "Archive a customer that has no open work orders; nothing about it is lost",
    params,
    status: 204,
    run: ({ ctx, params: { id } }) => archiveCustomer(ctx, id),
  }),
  endpoint({
    method: "post",
    path: "/customers/{id}/addresses",
    tag,
    summary: "Add an address to a customer",
    params,
    body: NewAddress,
    status: 201,
    answer: Address,
    run: async ({ ctx, params, body }) => {
      const { id } = await addAddress(ctx, customerRef(params.id), body);
      return findAddress(ctx, id);
    },
  }),
];
