import { businessHolidays, technicians, technicianTimeOff } from "#drizzle/schema/technicians";

export const personColumns = {
  id: technicians.id,
  firstName: technicians.firstName,
  lastName: technicians.lastName,
  email: technicians.email,
  phone: technicians.phone,
  status: technicians.status,
  skillLevel: technicians.skillLevel,
};

export const timeOffColumns = {
  id: technicianTimeOff.id,
  technicianId: technicianTimeOff.technicianId,
  startsAt: technicianTimeOff.startsAt,
  endsAt: technicianTimeOff.endsAt,
  reason: technicianTimeOff.reason,
  note: technicianTimeOff.note,
};

export const holidayColumns = {
  id: businessHolidays.id,
  name: businessHolidays.name,
  from: businessHolidays.fromDate,
  to: businessHolidays.toDate,
};
