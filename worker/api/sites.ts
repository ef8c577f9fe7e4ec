import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { paging } from "~/domain/shared/fields";
import { changeSiteAccess, readSiteAccess } from "~/domain/sites/access.server";
import {
  addSitePerson,
  findSitePerson,
  removeSitePerson,
  updateSite,
  updateSitePerson,
} from "~/domain/sites/change.server";
import { siteHeader, siteHistory, siteOverview, sitePictures, siteVisits } from "~/domain/sites/detail.server";
import { listSites } from "~/domain/sites/list.server";
import { addSitePhoto, readSitePhoto, removeSitePhoto } from "~/domain/sites/photos.server";
import {
  AccessChange,
  NewSitePerson,
  SiteChange,
  SiteFilter,
  SitePersonChange,
  SitePhotoInput,
} from "~/domain/sites/schema";
import { MAX_SITE_PHOTO_BYTES, OCCUPANCIES, SITE_PHOTO_TOO_LARGE, SITE_ROLES } from "~/domain/sites/site";
import { PRIORITIES } from "~/domain/work-order-basics/priority";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { formRequest, json, jsonRequest, noContent, operation } from "./operation";
import { pictureAnswer } from "./picture-answer";

const tags = ["Properties"];
const nullable = z.string().nullable();
const params = z.object({ id: z.string().max(64).describe("Number of the property, or the id of its address") });
const ofPerson = params.extend({ personId: z.guid() });
const ofPhoto = params.extend({ photoId: z.guid() });

const Point = z.object({ latitude: z.number(), longitude: z.number() }).nullable();
const place = {
  label: nullable,
  line1: z.string(),
  line2: nullable,
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
};

const Site = z.object({
  id: z.string().describe("The id of its address"),
  number: z.int(),
  occupancy: z.enum(OCCUPANCIES),
  ...place,
  timeZone: z.string(),
  point: Point.describe("Null if it is not on the map"),
  customerNumber: z.int().nullable(),
  customerName: nullable,
  customerPhone: nullable,
  nextVisit: nullable,
});

const Person = z.object({
  id: z.string(),
  role: z.enum(SITE_ROLES),
  name: z.string(),
  phone: nullable,
  email: nullable,
  part: nullable.describe("The part of the property that is theirs"),
  notes: nullable,
  version: z.int(),
});

const WorkOrder = z.object({
  id: z.string(),
  number: z.int(),
  reference: z.string(),
  title: z.string(),
  status: z.enum(WORK_ORDER_STATUSES),
  priority: z.enum(PRIORITIES),
  scheduledStart: nullable,
  completedAt: nullable,
  technicianFirstName: nullable,
  technicianLastName: nullable,
});

const SiteDetail = Site.omit({ nextVisit: true }).extend({
  version: z.int(),
  customerId: nullable,
  customerEmail: nullable,
  hasAccess: z.boolean().nullable().describe("True if there are access notes; null if you may not see that"),
  people: z.array(Person),
  nextVisits: z.array(WorkOrder).nullable(),
});

const Access = z.object({
  gateCode: nullable,
  keyLocation: nullable,
  alarm: nullable,
  animals: nullable,
  parking: nullable,
  notes: nullable,
  version: z.int(),
});

export const sites = new OpenAPIHono<HonoEnv>();

sites.openapi(
  operation("customers.read", {
    method: "get",
    path: "/sites",
    tags,
    summary: "List properties",
    description:
      "Over all customers, by city and street. Search results (street, city, ZIP code, customer, contact or phone) are newest first.",
    request: { query: SiteFilter },
    responses: {
      200: json(
        z.object({ items: z.array(Site), nextCursor: nullable, total: z.null().describe("Always null: not counted") }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor } = await listSites(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total: null }, 200);
  },
);

async function detail(ctx: HonoEnv["Variables"]["ctx"], id: string): Promise<z.output<typeof SiteDetail>> {
  const [{ may: _, ...header }, overview] = await Promise.all([siteHeader(ctx, id), siteOverview(ctx, id)]);
  return { ...header, ...overview };
}

sites.openapi(
  operation("customers.read", {
    method: "get",
    path: "/sites/{id}",
    tags,
    summary: "Get a property",
    description: "Includes its contacts and next appointments.",
    request: { params },
    responses: { 200: json(SiteDetail) },
  }),
  async (c) => c.json(await detail(c.var.ctx, c.req.valid("param").id), 200),
);

sites.openapi(
  operation("customers.write", {
    method: "patch",
    path: "/sites/{id}",
    tags,
    summary: "Update a property",
    request: { params, body: jsonRequest(SiteChange) },
    responses: { 200: json(SiteDetail) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    await updateSite(c.var.ctx, id, c.req.valid("json"));
    return c.json(await detail(c.var.ctx, id), 200);
  },
);

sites.openapi(
  operation("customers.read", {
    method: "get",
    path: "/sites/{id}/access",
    tags,
    summary: "Get a property's access notes",
    description:
      "For members with customers.write, and for technicians with a work order there from yesterday to tomorrow. Each reading is recorded in the audit log.",
    request: { params },
    responses: { 200: json(Access) },
  }),
  async (c) => c.json(await readSiteAccess(c.var.ctx, c.req.valid("param").id), 200),
);

sites.openapi(
  operation("customers.read", {
    method: "put",
    path: "/sites/{id}/access",
    tags,
    summary: "Update a property's access notes",
    description: "For those who may read them. Stored encrypted. Omitted fields are cleared.",
    request: { params, body: jsonRequest(AccessChange) },
    responses: { 200: json(Access) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    await changeSiteAccess(c.var.ctx, id, c.req.valid("json"));
    return c.json(await readSiteAccess(c.var.ctx, id), 200);
  },
);

sites.openapi(
  operation("customers.write", {
    method: "post",
    path: "/sites/{id}/people",
    tags,
    summary: "Create a contact at a property",
    description: "A contact, tenant, landlord or property manager.",
    request: { params, body: jsonRequest(NewSitePerson) },
    responses: { 201: json(Person) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const person = await addSitePerson(c.var.ctx, id, c.req.valid("json"));
    return c.json(await findSitePerson(c.var.ctx, id, person.id), 201);
  },
);

sites.openapi(
  operation("customers.write", {
    method: "patch",
    path: "/sites/{id}/people/{personId}",
    tags,
    summary: "Update a contact at a property",
    request: { params: ofPerson, body: jsonRequest(SitePersonChange) },
    responses: { 200: json(Person) },
  }),
  async (c) => {
    const { id, personId } = c.req.valid("param");
    await updateSitePerson(c.var.ctx, { ref: id, personId }, c.req.valid("json"));
    return c.json(await findSitePerson(c.var.ctx, id, personId), 200);
  },
);

sites.openapi(
  operation("customers.write", {
    method: "delete",
    path: "/sites/{id}/people/{personId}",
    tags,
    summary: "Delete a contact at a property",
    request: { params: ofPerson },
    responses: { 204: noContent },
  }),
  async (c) => {
    const { id, personId } = c.req.valid("param");
    await removeSitePerson(c.var.ctx, id, personId);
    return c.body(null, 204);
  },
);

sites.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/sites/{id}/visits",
    tags,
    summary: "List a property's next appointments",
    description: "Earliest first, at most 100.",
    request: { params },
    responses: { 200: json(z.object({ items: z.array(WorkOrder) })) },
  }),
  async (c) => {
    const { items } = await siteVisits(c.var.ctx, c.req.valid("param").id);
    return c.json({ items }, 200);
  },
);

sites.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/sites/{id}/history",
    tags,
    summary: "List a property's work orders",
    description: "Newest first.",
    request: { params, query: z.object(paging) },
    responses: { 200: json(z.object({ items: z.array(WorkOrder), nextCursor: nullable, total: z.null() })) },
  }),
  async (c) => {
    const { items, nextCursor } = await siteHistory(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.json({ items, nextCursor, total: null }, 200);
  },
);

const OwnPhoto = z.object({ id: z.string(), caption: nullable, createdAt: z.string(), by: nullable });
const WorkOrderPhoto = z.object({
  id: z.string(),
  workOrderId: z.string(),
  reference: z.string(),
  title: z.string(),
  takenAt: z.string(),
});

sites.openapi(
  operation("customers.read", {
    method: "get",
    path: "/sites/{id}/photos",
    tags,
    summary: "List a property's photos",
    description: "Includes photos of its latest work orders, at most 60.",
    request: { params },
    responses: { 200: json(z.object({ items: z.array(OwnPhoto), ofJobs: z.array(WorkOrderPhoto) })) },
  }),
  async (c) => {
    const { own, ofJobs } = await sitePictures(c.var.ctx, c.req.valid("param").id);
    const items = own.map(({ firstName, lastName, ...photo }) => ({
      ...photo,
      by: firstName === null ? null : `${firstName} ${lastName}`,
    }));
    return c.json({ items, ofJobs: ofJobs.map(({ number: _, ...photo }) => photo) }, 200);
  },
);

sites.openapi(
  operation(
    "customers.read",
    {
      method: "post",
      path: "/sites/{id}/photos",
      tags,
      summary: "Upload a photo of a property",
      description: "JPEG, PNG or WebP of at most 8 MB.",
      request: { params, body: formRequest(SitePhotoInput) },
      responses: { 201: json(z.object({ id: z.string() })) },
    },
    { maxBytes: MAX_SITE_PHOTO_BYTES, tooLarge: SITE_PHOTO_TOO_LARGE },
  ),
  async (c) => c.json(await addSitePhoto(c.var.ctx, c.req.valid("param").id, c.req.valid("form")), 201),
);

sites.openapi(
  operation("customers.read", {
    method: "get",
    path: "/sites/{id}/photos/{photoId}",
    tags,
    summary: "Download a photo of a property",
    request: { params: ofPhoto },
    responses: { 200: { description: "The photo", content: { "image/*": { schema: z.string() } } } },
  }),
  async (c) => {
    const { id, photoId } = c.req.valid("param");
    return pictureAnswer(await readSitePhoto(c.var.ctx, id, photoId));
  },
);

sites.openapi(
  operation("customers.write", {
    method: "delete",
    path: "/sites/{id}/photos/{photoId}",
    tags,
    summary: "Delete a photo of a property",
    request: { params: ofPhoto },
    responses: { 204: noContent },
  }),
  async (c) => {
    const { id, photoId } = c.req.valid("param");
    await removeSitePhoto(c.var.ctx, id, photoId);
    return c.body(null, 204);
  },
);
