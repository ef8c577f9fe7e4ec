import { serviceTasks, serviceTypes } from "#drizzle/schema/service-types";

export const taskColumns = {
  id: serviceTasks.id,
  serviceTypeId: serviceTasks.serviceTypeId,
  sequence: serviceTasks.sequence,
  title: serviceTasks.title,
  instructions: serviceTasks.instructions,
  kind: serviceTasks.kind,
  required: serviceTasks.required,
  skills: serviceTasks.skills,
  active: serviceTasks.active,
  unit: serviceTasks.unit,
  min: serviceTasks.min,
  max: serviceTasks.max,
  version: serviceTasks.version,
};

export const serviceTypeColumns = {
  id: serviceTypes.id,
  name: serviceTypes.name,
  description: serviceTypes.description,
  category: serviceTypes.category,
  durationMinutes: serviceTypes.durationMinutes,
  priceMinor: serviceTypes.priceMinor,
  skills: serviceTypes.skills,
  certifications: serviceTypes.certifications,
  refrigerantWork: serviceTypes.refrigerantWork,
  parts: serviceTypes.parts,
  active: serviceTypes.active,
  playbookVersion: serviceTypes.playbookVersion,
  version: serviceTypes.version,
  createdAt: serviceTypes.createdAt,
  updatedAt: serviceTypes.updatedAt,
};
