import { z } from "zod";
import {
  createInstitution,
  institution,
  listInstitutions,
  updateInstitution,
} from "~/domain/finance/accounts/institutions.server";
import { Institution } from "~/domain/finance/accounts/schema";
import { InstitutionAnswer, institutionOf } from "./bank-account-shapes";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Bank accounts";
const params = z.object({ id: z.string() });

export const bankInstitutions: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/bank-institutions",
    tag,
    summary: "The household's financial institutions by name",
    answer: z.array(InstitutionAnswer),
    run: async ({ ctx }) => (await listInstitutions(ctx)).map(institutionOf),
  }),
  endpoint({
    method: "post",
    path: "/bank-institutions",
    tag,
    summary: "Add a financial institution",
    body: Institution,
    status: 201,
    answer: InstitutionAnswer,
    run: async ({ ctx, body }) => {
      const { id } = await createInstitution(ctx, body);
      return institutionOf(await institution(ctx, id));
    },
  }),
  endpoint({
    method: "put",
    path: "/bank-institutions/{id}",
    tag,
    summary: "Change a financial institution",
    params,
    body: Institution,
    answer: InstitutionAnswer,
    run: async ({ ctx, params, body }) => {
      const { id } = await updateInstitution(ctx, Number(params.id) || 0, body);
      return institutionOf(await institution(ctx, id));
    },
  }),
];
