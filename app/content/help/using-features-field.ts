import { article, type Block, h, link, list, p, steps, strong, t, tip } from "~/content/blocks";

export const fieldBodies = {
  "scheduling-and-dispatching": [
    p`The ${link("Scheduler", "/workorders/scheduler")} has a lane for each technician and a list of unscheduled jobs. Everyone
      who has it open sees a change within a second.`,
    h("Schedule a job"),
    steps(
      t`Drag the job from the list to a lane, with the mouse, a finger or the keyboard.`,
      t`Drag its edge to make it longer or shorter. The duration comes from the service type until you change it.`,
      t`With the keyboard: Space picks a job up and drops it, the arrow keys choose time and technician, and Shift with the arrow
        keys changes the duration.`,
      t`${strong("Undo")}, or Ctrl+Z, takes your moves back one by one. A job can go back to the list until the technician is
        on the way.`,
      t`Or choose the job. Its panel lets you set the technician, day, time and duration, and sorts
        ${strong("Suggested openings")} by added drive time.`,
    ),
    p`${strong("Filter")} shows the lanes of one team, such as an install crew. ${strong("Lanes")} groups them.`,
    h("When there is a conflict"),
    p`Plenum names the conflict: "The drive from WO-131 takes 30 min; only 15 min is available" or "Luis is away: Vacation". It
      offers two fixes. You can override most conflicts with a reason, which is saved. Refrigerant work without a
      certification valid that day can't be overridden. If two dispatchers book the same slot, one gets it,
      and the other sees which job has it.`,
    h("Map and routes"),
    p`The ${link("Map", "/map")} shows the day's jobs by status. It also shows where technicians are while they work, if they share their
      location. ${link("Routes", "/map2")} shows each technician's stops with drive times. ${strong("Move")} tries a different time.`,
    h("When the day goes wrong"),
    list(
      t`A job that runs late marks later jobs as at risk. Nothing moves on its own.`,
      t`If a technician calls in sick, open the menu next to their name and choose ${strong("Out today: reassign jobs")}. Clear
        the changes you don't want and accept the rest. You can undo it.`,
      t`Technicians who are off stay on the board, marked as off.`,
    ),
    tip`Times are local to the property. If the property is in another time zone, the zone is shown next to the time.`,
  ],

  "work-order-statuses": [
    p`A work order always has one of nine statuses. The ${link("Kanban Board", "/workorders/board")} has a column for each,
      and a job's Timeline tab lists every change, who made it and when.`,
    list(
      t`${strong("Unscheduled")}: booked, with no date yet.`,
      t`${strong("Scheduled")}: has a start and a duration, usually a technician too.`,
      t`${strong("Dispatched")}: sent to the technician's phone.`,
      t`${strong("En route")}: the technician is driving there. A technician can be on the way to only one job at a time.`,
      t`${strong("In progress")}: the technician is working.`,
      t`${strong("On hold")}: waiting, with a reason such as parts, weather, approval or customer not home.`,
      t`${strong("Completed")}: all required work is recorded.`,
      t`${strong("Closed")}: paid, or nothing to charge. Closed is final.`,
      t`${strong("Canceled")}: will not be done, with a reason. A Manager can reopen it.`,
    ),
    h("Who can change it"),
    p`The office schedules and dispatches. The assigned technician drives, starts, holds and completes. Managers close and
      reopen. If a move is not allowed, Plenum says which moves are.`,
    h("What completing requires"),
    p`Required tasks, photos and readings, and the signature if one is required. If you drop a card on
      Completed too early, a sheet lists what is missing, and you can fill it in there.`,
    h("Messages about the job"),
    p`${strong("Message the team")} on the job starts a conversation with the office and the crew. ${strong("Message the customer")}
      sends a text, an email or a message on the customer's page, with ${strong("Templates")} filled in for you. You find all of them under
      ${link("Messages", "/messages")}. The link in a template shows the customer who is coming and how far along the job is. Customers
      can also write to you there, request a different time and rate the visit.`,
    h("What never changes"),
    p`Signatures, photos and readings are evidence. Reopening a job keeps them. Whether a job is billed depends on its
      invoice, not on its status.`,
  ],

  "technician-app": [
    p`${strong("Technician View")} in the sidebar opens your current or next job. If you have none left, it says so. The screen is
      made for one hand in bright sun, with large buttons at the bottom and strong contrast.`,
    h("Set it up once"),
    steps(
      t`Open Plenum in the phone's browser and sign in.`,
      t`Add it to the home screen, so the phone keeps its stored jobs. In a plain browser tab, some phones clear
        them after a week.`,
      t`Each morning, open it once with cell service. Today's jobs and their checklists are then on the phone.`,
    ),
    h("On the job"),
    p`The big button takes you from driving to started and completed, and you can also put the job on hold. You have a moment to undo each
      tap. Work down the checklist, enter measurements, take photos, collect the signature and add parts. ${strong("Navigate")} opens
      your maps app.`,
    p`Measurements and text answers save when you leave the field, and you have a moment to undo each one. The app asks about a
      measurement far outside its limits; if you leave it unanswered, it becomes a note on the job when the job is completed. A refrigerant
      reading completes its task; if it does not apply, choose ${strong("N/A")} and enter why.`,
    h("Without cell service"),
    p`What you enter offline goes into an outbox on the phone. Each entry shows one of four statuses:`,
    list(
      t`${strong("Queued")}: safe on this phone, waiting for cell service.`,
      t`${strong("Sending")}: on its way.`,
      t`${strong("Saved")}: the office has it. You never see this word before that is true.`,
      t`${strong("Review")}: the office changed the same thing. Both versions stay until you choose one.`,
    ),
    p`Above the big button, you see how many changes are not synced. If the connection drops and an entry is sent twice, it is saved
      only once, even weeks later. Before you turn the phone off for the
      night, check that it says "All changes synced".`,
    p`On a shared phone, your entries stay yours. If someone else signs in before they are synced, they wait until you sign in again.`,
    tip`For more, see ${article("The phone says something is not saved", "changes-not-saved-on-the-phone")}.`,
  ],

  "service-types-and-playbooks": [
    p`A service type describes a kind of job, such as a furnace tune-up, a no-cool call or a heat pump startup. Set it up once, and
      every booking starts with the right duration, price, skills and checklist.`,
    h("Add one"),
    list(
      t`${link("New service type", "/service-types/create")} needs only a name and a duration. That is enough to book.`,
      t`${link("Use the full form", "/service-types/create/advanced")} to add the price, checklist, required skills and parts. Search for
        a part to take it from stock. Anything else becomes a note to bring it.`,
      t`To change one, open it under ${link("Service Types", "/service-types")} and choose ${strong("Edit")}. You go through Details,
        Tasks, Requirements and Review, and each step is saved separately.`,
    ),
    h("Types of task"),
    list(
      t`${strong("Check")}: done or failed.`,
      t`${strong("Measurement")}: a number with its unit and the range it should be in.`,
      t`${strong("Photo")}, ${strong("Signature")} and ${strong("Note")}: attached to the job.`,
      t`${strong("Refrigerant reading")}: pressures and temperatures of a refrigerant circuit.`,
    ),
    p`Put the tasks in the order in which the work is done, by dragging or with the keyboard. A failed task can start a draft for a
      follow-up visit, so a note like "capacitor weak" leads to a visit.`,
    h("Changing a playbook"),
    p`The playbook is the checklist with its requirements. A work order gets its own copy when it is booked. If you change the
      playbook later, jobs that are already booked keep their list, and the next booking gets the new one.`,
    tip`Keep it short. Technicians use a list of ten steps and skip a list of fifty.`,
  ],

  "equipment-and-health": [
    p`Equipment belongs to a customer's property. Open ${link("All Equipment", "/equipment")} and filter by type, status or
      warranty, or start from the customer.`,
    p`${strong("Read the nameplate")} on the form takes the text of the nameplate or a photo. Your device can read the photo, so it
      does not have to be sent anywhere. You see the make, model, serial number, refrigerant, charge and build date, each with the words
      it came from. Select the ones that are right. Nothing else is filled in. If a date code could mean several years, you choose.`,
    h("Warranty and maintenance"),
    list(
      t`Warranty is ${strong("Under warranty")}, ${strong("Expires in")} when 30 days or fewer are left, or ${strong("Expired")}.`,
      t`Maintenance is ${strong("Up to date")}, ${strong("Due in")} when seven days or fewer are left, or ${strong("overdue")}.
        ${strong("Maintenance due")} looks 30 days ahead unless you change that, and leaves out archived customers.`,
      t`A maintenance plan creates one work order for each due date, and only one. If it can't be created, the plan says why.`,
    ),
    h("The health score"),
    p`The score runs from 0 to 100: green from 85, yellow from 70, orange from 50, red below. Open it to see every deduction:
      age past the end of the warranty, repairs in the last twelve months, overdue maintenance,
      critical alerts, and a refrigerant charge that is out of range or heading there. If you disagree, you know which fact to
      correct.`,
    p`Without an install date, the score is ${strong("Unknown")}, because it would only be a guess. The date is usually in
      the nameplate's serial number.`,
    h("Needs attention"),
    p`This list on the Health tab shows equipment with maintenance overdue or due soon, a warranty that is about to end,
      a critical alert, or a health score below 70. Call those customers first.`,
    h("On a job"),
    p`Choose the equipment when you book a job, or ${strong("Create work order")} on the equipment's page. The
      job then shows the make, model, health, warranty and last readings, and the equipment lists its jobs.`,
    tip`An indoor coil and its outdoor unit share one refrigerant circuit. Enter it once, for the outdoor unit, so its charge is in one place.`,
  ],

  "refrigerant-readings": [
    p`Readings belong to a refrigerant circuit of the job's equipment. Open the work order and choose
      ${strong("Add readings")} at the equipment. On the phone, this works without a connection.`,
    h("What to enter"),
    steps(
      t`The circuit, its metering device, and the target subcooling from the nameplate.`,
      t`Suction pressure and suction line temperature, for superheat.`,
      t`Liquid pressure and liquid line temperature, for subcooling.`,
      t`Indoor wet bulb and outdoor dry bulb. They set the target superheat of a fixed orifice.`,
      t`The weight of any refrigerant you added or recovered, and its cylinder.`,
    ),
    p`Choose your units under ${link("My Account", "/profile")}.`,
    h("What you get"),
    p`${strong("Superheat")} is the suction line temperature minus the dew point at suction pressure. ${strong("Subcooling")}
      is the bubble point at liquid pressure minus the liquid line temperature. Blends such as R-454B boil over a range.`,
    p`While you type, Plenum shows whether the charge is in range, why, and what to check next. Gauges read differently at
      altitude. Enter the property's altitude once, and it is filled in the next time.`,
    h("What is refused"),
    p`Impossible pressures and temperatures are refused with the reason, so you catch typos on site.
      An unlikely value, such as a superheat of 70 °F, must be confirmed. Adding or recovering refrigerant requires a
      valid EPA 608 certification.`,
    h("The history"),
    p`The ${strong("Readings")} tab of the equipment shows all readings, with a chart for each circuit.
      After three visits, a trend shows when the charge will leave its range.`,
    h("Leak compliance"),
    p`If added refrigerant takes a circuit's leak rate over its threshold, the deadlines show on the same tab and
      under ${strong("Leak compliance")} in ${link("All Equipment", "/equipment")}. Choose ${strong("Record event")} to enter what was done.
      To correct a wrong record, void it with a reason. It stays on file. Residential and light commercial air conditioning and heat pumps are exempt. ${strong("Audit packet")}
      makes a PDF or CSV of a period for an inspector.`,
    h("Cylinders"),
    p`The ${strong("Cylinders")} tab there shows who has each cylinder and what it weighed before and after
      every use. Choose the cylinder in the reading. Weigh it now and then: differences are listed by technician and month.`,
  ],
} as const satisfies Record<string, readonly Block[]>;
