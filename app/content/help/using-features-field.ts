import { article, type Block, h, link, list, p, steps, strong, t, tip } from "../blocks";

export const fieldBodies = {
  "scheduling-and-dispatching": [
    p`The ${link("Scheduler", "/workorders/scheduler")} has a lane for each technician and a tray of unscheduled work. Show a
      day or a week. Everyone who has it open sees a change within a second.`,
    h("Place a job"),
    steps(
      t`Drag the job from the tray to a lane, by mouse, finger or keyboard.`,
      t`Drag its edge to make it longer or shorter. The length comes from the service type until you change it.`,
      t`By keyboard: Space picks a job up, the arrows choose time and technician, Shift and the arrows change its length, Space drops it.`,
      t`Undo beside the days, or Ctrl-Z, takes your moves back one by one. A job can go back to the tray until the technician is on the way.`,
      t`Or choose the job: its panel lists conflicts and lets you set technician, day, time and duration.`,
      t`Unsure who should go? The job's suggested openings are sorted by added drive time, each with its reason.`,
    ),
    h("When something is in the way"),
    p`Plenum names the conflict: "The drive from WO-131 needs 30 min, has 0", or "Luis is away: Vacation". Two easy
      fixes are offered with it. Most conflicts can be overridden with a reason, which is saved; refrigerant work without a
      certification that is valid that day cannot. When two dispatchers book the same slot at the same time, one gets it
      and the other sees which job has it.`,
    h("Map and routes"),
    p`The ${link("Map", "/map")} shows the day's jobs by state, and technicians who agreed in their profile, while they work.
      ${link("Routes", "/map2")} shows their stops with drive times; ${strong("Move")} says what another time would change.`,
    h("When the day goes wrong"),
    list(
      t`A job that runs late marks the ones after it as at risk. Nothing moves without your click.`,
      t`${strong("Reassign the day")} takes a technician who called in sick and shows a new plan as a list of changes. Accept
        all of it or none; you can undo it.`,
      t`Technicians who are off stay on the board, marked as off.`,
    ),
    tip`Times are those of the property. If the property is in another time zone, the zone is shown next to the time.`,
  ],

  "the-life-of-a-work-order": [
    p`A work order always has one of nine statuses. The ${link("Kanban Board", "/workorders/board")} has a column for each,
      and the timeline of a job lists every change with who made it and when.`,
    list(
      t`${strong("Unscheduled")}: known, with no date yet.`,
      t`${strong("Scheduled")}: has a start, a duration and a technician.`,
      t`${strong("Dispatched")}: sent to the technician's phone.`,
      t`${strong("En route")}: driving. A technician is on the way to one job at a time.`,
      t`${strong("In progress")}: the labor timer is running.`,
      t`${strong("On hold")}: waiting, with a reason such as parts, weather, approval or customer not home.`,
      t`${strong("Completed")}: all required work is recorded.`,
      t`${strong("Closed")}: paid, or nothing to charge. Closed is final.`,
      t`${strong("Canceled")}: will not be done, with a reason. A Manager can reopen it.`,
    ),
    h("Who moves what"),
    p`The office plans and dispatches. The assigned technician drives, starts, holds and completes. Managers close and
      reopen. If a move is not allowed, Plenum says which moves are.`,
    h("What completing needs"),
    p`Required tasks and readings, the signature if one is required, parts posted, and every timer stopped. Drop a card into
      Completed too early and a sheet lists what is missing, so you can fill it in there.`,
    h("Talking about it"),
    p`${strong("Message the team")} on the job opens a conversation of the office and the crew; ${strong("Message the customer")} writes by
      text, email or on the customer's page, with ${strong("Templates")} filled in for you. All of it is under
      ${link("Messages", "/messages")}. The link in a template shows the customer who is coming and how far along you are; they can write,
      ask for another time and rate the visit.`,
    h("What never changes"),
    p`Signatures, photos and readings are evidence. Reopening a job keeps them. Whether it is billed depends on its
      invoice, not its status.`,
  ],

  "the-technicians-phone": [
    p`${strong("Technician View")} in the sidebar opens your current or next job. With none left, it says so. The screen is
      made for one hand in bright sun: large buttons at the bottom and strong contrast.`,
    h("Set it up once"),
    steps(
      t`Open Plenum in the phone's browser and sign in.`,
      t`Add it to the home screen. Installed like this, the phone keeps its stored jobs; in a plain tab, some phones clear
        them after a week.`,
      t`Open it once each morning with cell service. Today's jobs and their playbooks are then on the phone.`,
    ),
    h("On the job"),
    p`Tap through driving, started, on hold and completed; each tap can be undone for a moment. Work down the checklist, enter
      measurements, take photos, collect the signature and note parts. Navigation opens in your maps app.`,
    p`A measurement or a text on the checklist saves itself when you leave its field, and can be undone there for a moment. A
      measurement far outside its limits asks whether it is right; unanswered when the job is completed, it becomes a note
      on the job.`,
    h("Without cell service"),
    p`Offline, everything you enter goes into an outbox on the phone. Each entry shows one of four words:`,
    list(
      t`${strong("Queued")}: safe on this phone, waiting for cell service.`,
      t`${strong("Sending")}: on its way.`,
      t`${strong("Saved")}: the office has it. You never see this word before that is true.`,
      t`${strong("Review")}: the office changed the same thing. Both versions stay until you choose one.`,
    ),
    p`Above the big button you see how many wait and for how long. An entry that is sent twice because the connection dropped is
      counted once, even weeks later. Before you turn the phone off for the
      night, check that nothing is left in the queue.`,
    tip`More under ${article("The phone says something is not saved", "work-not-saved-on-the-phone")}.`,
  ],

  "service-types-and-playbooks": [
    p`A service type describes a kind of job: furnace tune-up, no cooling, heat pump start-up. Set it up once and every
      booking starts with the right length, price, skills and checklist.`,
    h("Make one"),
    list(
      t`${link("Quick create", "/service-types/create")} asks for the name and duration. That is enough to book.`,
      t`${link("Advanced create", "/service-types/create/advanced")} adds required skills, price and parts. Search for a part to take it
        from stock; anything else becomes a note to bring it.`,
      t`The playbook wizard, opened from any entry under ${link("Service Types", "/service-types")}, lays out the work
        step by step.`,
    ),
    h("Kinds of task"),
    list(
      t`${strong("Check")}: done or failed.`,
      t`${strong("Measurement")}: a number with its unit and the range it should fall in.`,
      t`${strong("Photo")}, ${strong("signature")} and ${strong("note")}: attached to the job.`,
      t`${strong("Reading")}: pressures and temperatures of a refrigerant circuit.`,
    ),
    p`Put the tasks in the order the work is done, by dragging or by keyboard. A task that failed can open a draft for the
      follow-up visit, so a note like "capacitor weak" leads to a visit.`,
    h("Changing a playbook"),
    p`A work order gets its own copy of the playbook when it is booked. Change the playbook tomorrow and running jobs keep the
      list they started with; the next booking gets the new one.`,
    tip`Keep it short. Technicians use a list of ten steps and skip a list of fifty.`,
  ],

  "equipment-and-health": [
    p`Equipment belongs to a customer's property. Open ${link("All Equipment", "/equipment")} and filter by type, status or
      warranty, or begin at the customer.`,
    p`${strong("Read the nameplate")} on the form takes the plate's text, or a photo that is read on your device. It shows
      make, model, serial number, refrigerant, charge and build date with the words they came from. Check each that is right:
      nothing else is filled in. Where a date code fits several years, you choose.`,
    h("Warranty and maintenance"),
    list(
      t`Warranty is ${strong("active")}, ${strong("expiring")} with 30 days or fewer to go, or ${strong("expired")}.`,
      t`Maintenance is ${strong("up to date")}, ${strong("due soon")} with seven days or fewer, or ${strong("overdue")}. The
        list of what is due looks 30 days ahead unless you choose otherwise.`,
      t`A maintenance plan makes one work order for each date, and only one.`,
    ),
    h("The health score"),
    p`The score runs from 0 to 100: green from 85, yellow from 70, orange from 50, red below. Open it and you see where every
      point went: age, which counts from the end of the warranty on, repairs in the last twelve months, maintenance that is
      overdue, critical alerts, and a refrigerant charge that is out of range or on its way there. If you disagree, you know which fact to correct.`,
    p`Equipment without an install date has no score. Plenum says ${strong("unknown")}, because a score for equipment of unknown age would be a guess. The date is usually in the serial number on the nameplate.`,
    h("Needs attention"),
    p`Equipment is on this list when maintenance is overdue or due soon, the warranty is about to end, there is a critical
      alert, or its health is below 70. Call those customers first.`,
    h("On a job"),
    p`Choose the equipment when you book a job; ${strong("Create work order")} on the equipment's page fills that in. The
      job then shows make, model, health, warranty and the last readings, and the equipment lists its jobs.`,
    tip`An indoor coil and its outdoor unit share one refrigerant circuit. Enter it once, at the outdoor unit, so its charge is in one place.`,
  ],

  "refrigerant-readings": [
    p`Readings belong to a refrigerant circuit of the equipment that a job is about. Open the work order, and at its equipment
      choose ${strong("Add readings")}. On the phone it works without a connection.`,
    h("What to enter"),
    steps(
      t`The circuit, its metering device, and the target subcooling from the nameplate.`,
      t`Suction pressure and suction line temperature, for superheat.`,
      t`Liquid pressure and liquid line temperature, for subcooling.`,
      t`Indoor wet bulb and outdoor dry bulb: they set the target superheat of a fixed orifice.`,
      t`What you added or recovered, if anything, by weight, and its cylinder.`,
    ),
    p`Choose your units under ${strong("My account")}.`,
    h("What you get"),
    p`${strong("Superheat")} is the suction line temperature less the dew point at suction pressure. ${strong("Subcooling")}
      is the bubble point at liquid pressure less the liquid line temperature. Blends such as R-454B boil over a range.`,
    p`While you type, a verdict says whether the charge is in range, why, and what to check next. Gauges read differently at
      altitude: enter the property's once, and it is filled in the next time.`,
    h("What is refused"),
    p`Impossible pressures and temperatures are refused with the reason, so typos are caught on site.
      What is only doubtful, such as a superheat of 70 °F, asks you to confirm it. Adding or recovering refrigerant takes a
      valid EPA 608 certification.`,
    h("The history"),
    p`Each piece of equipment keeps its readings on its ${strong("Readings")} tab, with a chart of each circuit.
      After three visits, a drift says when the charge leaves its range.`,
    h("Leak compliance"),
    p`When what you added takes a circuit's leak rate over the threshold of its rule, its deadlines show on the same tab and
      under ${strong("Equipment")}, ${strong("Leak compliance")}. Choose ${strong("Record event")} for what was done. A wrong
      record is voided with a reason and stays on file. Residential systems are exempt. ${strong("Audit packet")} makes a PDF or CSV of a period for an
      inspector.`,
    h("Cylinders"),
    p`Under ${strong("Equipment")}, ${strong("Cylinders")}, each cylinder shows who has it and what it weighed before and after
      every use. Choose it in the reading. Weigh cylinders now and then: the difference shows by technician and month.`,
  ],
} as const satisfies Record<string, readonly Block[]>;
