import { z } from "zod";
import { paging } from "~/domain/shared/fields";
import { availableTechnicians } from "~/domain/technicians/availability.server";
import { createTechnician } from "~/domain/technicians/create.server";
import { findTechnician } from "~/domain/technicians/detail.server";
import { pendingInvitations } from "~/domain/technicians/invitations.server";
import {
  cancelTechnicianInvitation,
  inviteTechnician,
  resendTechnicianInvitation,
} from "~/domain/technicians/invite.server";
import { listTechnicians } from "~/domain/technicians/list.server";
import { PeriodQuery, SkillQuery } from "~/domain/technicians/period.schema";
import { invalidText } from "~/domain/technicians/profile-writes.server";
import { NewTechnician, TechnicianChange, TechnicianFilter, TechnicianInvitation } from "~/domain/technicians/schema";
import { searchTechnicians } from "~/domain/technicians/search.server";
import { updateTechnician } from "~/domain/technicians/update.server";
import { technicianWorkload } from "~/domain/technicians/workload.server";
import { type Endpoint, endpoint } from "./endpoint";
import {
  AvailableAnswer,
  availableAnswer,
  InvitationAnswer,
  periodAnswer,
  SearchAnswer,
  TechnicianAnswer,
  TechnicianList,
  technicianAnswer,
  technicianSummary,
  WorkloadAnswer,
} from "./technician-shapes";

const tag = "Technicians";
const params = z.object({ id: z.string().max(100) });
const Invited = z.object({ id: z.string() });

export const technicians: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/technicians",
    tag,
    summary: "Technicians by last name",
    query: TechnicianFilter,
    answer: TechnicianList,
    run: async ({ ctx, query }) => {
      const { items, nextCursor, total } = await listTechnicians(ctx, query);
      return { items: items.map(technicianSummary), nextCursor, total };
    },
  }),
  endpoint({
    method: "post",
    path: "/technicians",
    tag,
    summary: "Set up a technician; an account comes with an invitation to the same address",
    body: NewTechnician,
    invalidText,
    status: 201,
    answer: TechnicianAnswer,
    run: async ({ ctx, body }) => {
      const { id } = await createTechnician(ctx, body);
      return technicianAnswer(await findTechnician(ctx, id));
    },
  }),
  endpoint({
    method: "get",
    path: "/technicians/available",
    tag,
    summary:
      "Free minutes of everybody in a period, partial days included; days are meant whole, instants to the minute",
    query: PeriodQuery,
    answer: AvailableAnswer,
    run: async ({ ctx, query }) => {
      const { period, items } = await availableTechnicians(ctx, query);
      return { ...periodAnswer(period), items: items.map(availableAnswer), nextCursor: null, total: items.length };
    },
  }),
  endpoint({
    method: "get",
    path: "/technicians/search",
    tag,
    summary: "Technicians who hold every skill that is named, the most senior first",
    query: SkillQuery,
    answer: SearchAnswer,
    run: async ({ ctx, query }) => {
      const items = await searchTechnicians(ctx, query.skills);
      return { items, nextCursor: null, total: items.length };
    },
  }),
  endpoint({
    method: "post",
    path: "/technicians/invite",
    tag,
    summary: "Invite a technician by mail, for seven days",
    body: TechnicianInvitation,
    invalidText: "Invalid invitation data provided",
    status: 201,
    answer: Invited,
    run: ({ ctx, body }) => inviteTechnician(ctx, body),
  }),
  endpoint({
    method: "get",
    path: "/technicians/invitations/pending",
    tag,
    summary: "Invitations nobody has answered yet; `state` is expired once the link has run out",
    query: z.object(paging),
    answer: z.object({
      items: z.array(InvitationAnswer),
      nextCursor: z.string().nullable(),
      total: z.number().int().nullable(),
    }),
    run: async ({ ctx, query }) => {
      const { items, nextCursor, total } = await pendingInvitations(ctx, query);
      return { items: items.map(({ mayChange: _, createdAt: __, ...one }) => one), nextCursor, total };
    },
  }),
  endpoint({
    method: "post",
    path: "/technicians/invitations/{id}/resend",
    tag,
    summary: "Send a pending invitation again with a new link for another seven days",
    params,
    answer: Invited,
    run: ({ ctx, params }) => resendTechnicianInvitation(ctx, params.id),
  }),
  endpoint({
    method: "post",
    path: "/technicians/invitations/{id}/cancel",
    tag,
    summary: "Take a pending invitation back: its link stops working",
    params,
    answer: Invited,
    run: ({ ctx, params }) => cancelTechnicianInvitation(ctx, params.id),
  }),
  endpoint({
    method: "get",
    path: "/technicians/{id}",
    tag,
    summary: "A technician with skills, certifications, hours, addresses and time off",
    params,
    answer: TechnicianAnswer,
    run: async ({ ctx, params }) => technicianAnswer(await findTechnician(ctx, params.id)),
  }),
  endpoint({
    method: "put",
    path: "/technicians/{id}",
    tag,
    summary: "Change a technician; what is left out stays as it is, a list that is given replaces the stored one",
    params,
    body: TechnicianChange,
    invalidText,
    answer: TechnicianAnswer,
    run: async ({ ctx, params, body }) => {
      const { id } = await updateTechnician(ctx, params.id, body);
      return technicianAnswer(await findTechnician(ctx, id));
    },
  }),
  endpoint({
    method: "get",
    path: "/technicians/{id}/workload",
    tag,
    summary: "What is booked for a technician in a period: a week from today unless asked",
    params,
    query: PeriodQuery,
    answer: WorkloadAnswer,
    run: async ({ ctx, params, query }) => {
      const { period, ...load } = await technicianWorkload(ctx, params.id, query);
      return { ...load, ...periodAnswer(period) };
    },
  }),
];
