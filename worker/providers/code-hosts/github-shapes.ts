import { z } from "zod";

const text = z.string().nullish();

/** The fields used of GitHub's responses; others are ignored. */
export const User = z.object({ id: z.number(), login: z.string().min(1), name: text, html_url: z.string() });

const Person = z.object({ login: z.string(), html_url: z.string() });

export const Repository = z.object({
  id: z.number(),
  full_name: z.string().min(1),
  html_url: z.string(),
  description: text,
  private: z.boolean(),
  archived: z.boolean().default(false),
  has_issues: z.boolean().default(true),
  permissions: z
    .object({
      admin: z.boolean().default(false),
      maintain: z.boolean().default(false),
      push: z.boolean().default(false),
      triage: z.boolean().default(false),
    })
    .optional(),
});

export const Milestone = z.object({ number: z.number(), title: z.string() });

export const Issue = z.object({
  id: z.number(),
  number: z.number(),
  html_url: z.string(),
  title: z.string(),
  body: text,
  state: z.string(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string().optional() })])).default([]),
  assignees: z.array(Person).nullish(),
  milestone: Milestone.nullish(),
  user: Person.nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  comments: z.number().default(0),
  pull_request: z.unknown().optional(),
});

export const Comment = z.object({
  id: z.number(),
  body: text,
  user: Person.nullish(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const Hook = z.object({
  id: z.number(),
  active: z.boolean().optional(),
  config: z.object({ url: z.string().optional() }).optional(),
  last_response: z.object({ code: z.number().nullish(), message: text }).nullish(),
});

/** A webhook delivery and the status of its response; 0 without a response. */
export const Delivery = z.object({ status: text, status_code: z.number() });

export const Numbered = z.object({ number: z.number() });
