import { type Block, h, key, link, list, p, steps, strong, t, tip } from "~/content/blocks";

export const officeBodies = {
  "inventory-and-truck-stock": [
    p`Stock is counted by item and location. The warehouse and each truck are locations.`,
    h("Set it up"),
    steps(
      t`Add the warehouse and a truck for each technician under ${link("Locations", "/inventory/locations")}.`,
      t`Add ${link("items", "/inventory/items")} with their SKU, unit, cost, list price and reorder point.`,
      t`Post a ${link("new movement", "/inventory/movements/create")}: ${strong("Receive")} into the warehouse, then
        ${strong("Transfer")} to the trucks. Scan or search for each item.`,
    ),
    p`${link("Stock", "/inventory/stock")} shows what is on hand, reserved and available, and what to reorder.`,
    h("Plan, check and load"),
    list(
      t`In a service type, choose parts under Requirements. Booking a job reserves them, from the technician's truck first.
        Canceling the job releases them. A part marked ${strong("Not linked")} is only a note until you link it to an item.`,
      t`Before you dispatch, ${strong("Truck check")} on the job's Parts tab shows what is missing and who has it, nearest
        first. ${strong("Transfer to truck")} moves it now. ${strong("Add to pick list")} leaves it to be loaded.`,
      t`The ${link("pick list", "/inventory/picks")} shows what to load onto each truck for a day. Print it, or choose
        ${strong("Loaded")} as you go. Technicians can do that for their own jobs.`,
    ),
    h("Parts used on a job"),
    p`Choose ${strong("Add part")} on the Parts tab, or scan the part on the phone. Reserved parts are used first. Technicians can
      record any part they have in hand. If it was not on the truck, it is added there.`,
    h("Correct a mistake"),
    p`A movement can't be edited or deleted. Open it under ${link("Movements", "/inventory/movements")} and choose
      ${strong("Reverse")}. Stock never goes below zero.`,
    h("What expires"),
    p`If an item has a shelf life, ${strong("Receive")} requires its lot and expiration date. The lot that expires first is used
      first. ${link("Lots", "/inventory/lots")} shows which ones are next.`,
    h("Order and receive"),
    p`${link("Reorder", "/inventory/purchase-orders/reorder")} drafts a purchase order for each supplier, at the prices you saved under
      ${link("Suppliers", "/inventory/suppliers")}. Email it or choose ${strong("Mark as ordered")}. When it arrives, choose
      ${strong("Receive")}.`,
    h("Count"),
    p`Start a ${link("new count", "/inventory/counts/create")} of a location, enter each line and check the differences. Technicians can
      count their own truck. The office chooses ${strong("Post count")}.`,
    tip`Mark items that need a certification or are hazardous, so the right person handles them.`,
  ],

  "from-lead-to-approved-estimate": [
    steps(
      t`A ${link("lead", "/leads")} is someone who wants work done. Leads come from calls, referrals or your own web form, whose address is
        under ${link("Web form", "/leads/form")}. Open the lead and choose ${strong("New estimate")}. You can also start one from a
        customer or an open job.`,
      t`Set up to three options, such as Good, Better and Best. Search service types and items for their prices, or add lines of
        your own. Mark extras as ${strong("Optional")}.`,
      t`${strong("Send estimate")} gives it a number and emails the PDF with a link. After that it can't be changed, but
        ${strong("Revise")} makes a new version that replaces it.`,
      t`Your customer opens the link on any phone, picks an option, signs and approves. You see when it was viewed, who signed, and when.`,
      t`${strong("Create job")} creates the customer, the property and an unscheduled job. The service type, parts and prices come from the
        approved option, and the job's invoice bills them. You can undo it until someone works on the job.`,
    ),
    p`If a lead goes nowhere, mark it ${strong("Lost")} with a reason. The ${link("report", "/leads/report")} shows which lead sources
      pay off.`,
    h("Statuses"),
    list(
      t`${strong("Draft")}: can still be changed.`,
      t`${strong("Sent")}: waiting for an answer until the date in ${strong("Valid until")}. After that it is ${strong("Expired")}.`,
      t`${strong("Approved")} or ${strong("Declined")}: your customer's answer, with the signature or the reason.`,
      t`${strong("Withdrawn")}: you took it back.`,
      t`${strong("Replaced")}: you sent a newer version.`,
    ),
    tip`${strong("Turn off links")} in the estimate's menu disables every link right away. Sending the estimate again makes a new one.`,
  ],

  "from-job-to-invoice": [
    p`Set your rates, trip charge, parts pricing, payment terms and sales tax once under
      ${link("Billing settings", "/settings/billing")}. They apply from the date you choose. Earlier invoices don't change.`,
    h("Make the invoice"),
    steps(
      t`Open the job's ${strong("Billing")} tab. The preview lists labor, trip, parts and tax, and marks what is missing.`,
      t`Correct parts and times on the job itself, then choose ${strong("Create invoice")}. A double click can't bill twice.`,
      t`${strong("Edit draft")} changes lines, discounts, tax and terms. The draft shows what still needs a decision.`,
      t`Choose ${strong("Issue invoice")}. It gets its number only now, so deleted drafts leave no gaps.`,
    ),
    p`${strong("Email")} sends it with the PDF and a link to a page that your customer opens without an account. Once the invoice is
      overdue, the button says ${strong("Send reminder")}.`,
    h("Take payment"),
    list(
      t`${strong("Record payment")} on the invoice. Partial payments are fine. To refund one, start from the payment.`,
      t`If card payments are set up, your customer can pay all or part of it on the page in the email. The payment
        appears here once the card processor has confirmed it. Refunds go back to the card.`,
      t`${strong("Take deposit")} on the job's Billing tab, or ${strong("Request deposit")} to email a payment link.`,
      t`${strong("Apply customer credit")} uses a deposit or an overpayment.`,
    ),
    p`${link("Aging", "/invoices-v2/aging")} lists what customers owe. You can email each customer a ${strong("Statement")}.`,
    h("After it is issued"),
    p`An issued invoice can't be changed, because your customer has a copy. In its menu, ${strong("Correct invoice")} voids it and
      starts a new draft, ${strong("Credit part of it")} makes a credit note, and ${strong("Void invoice")} cancels all of it. They are
      listed together under Corrections.`,
    h("Statuses"),
    list(
      t`${strong("Draft")}: can still be changed.`,
      t`${strong("Open")}: issued and not due yet.`,
      t`${strong("Partly paid")}: some of it is paid.`,
      t`${strong("Overdue")}: past its due date and not paid in full.`,
      t`${strong("Paid")}: paid in full. You can now close the work order.`,
      t`${strong("Void")}: canceled.`,
    ),
    p`They follow from payments and dates, so you can't set Paid by hand. Filter ${link("Invoices", "/invoices-v2")} by status,
      customer or how late they are.`,
    tip`Amounts are stored in whole cents, so the lines always add up to the total.`,
  ],

  "voice-work-orders": [
    p`Use this when your hands are full. You can speak or type.`,
    steps(
      t`Choose ${strong("Speak")} on ${link("New Work Order", "/workorders/create")}. Tap the microphone to talk and tap it again to pause,
        or hold it while you talk. Or type.`,
      t`Say who, where, what and when: "Mrs. Alvarez on Linden Street, furnace keeps locking out, tomorrow morning, high
        priority."`,
      t`Choose ${strong("Review")}. Each field shows the words it came from. If something was unclear, pick from a list, such
        as the customers who match.`,
      t`Correct any field. Or choose ${strong("Edit transcript")} and then ${strong("Process again")}. If you described two jobs, you
        get two cards. Turn off ${strong("Include this job")} on a card you don't want.`,
      t`Choose ${strong("Create 1 work order")}. Until then, no work order is saved.`,
    ),
    h("Dates and names"),
    p`"Tomorrow", "next Tuesday" and "at eight thirty" are read in your business's time zone. Plenum never makes up a customer from a
      name it half understood. If the customer is not on record yet, choose ${strong("New customer")} on the card.`,
    h("If no speech is detected"),
    p`Silence or engine noise gives the message "No speech detected". Speech recognition can invent words from noise, so the recording
      is checked first.`,
    h("The recording"),
    p`The recording is saved with the request, so you can check later what was said. If you don't want that, type instead. Typing and the
      browser's own speech recognition need no outside service connected to Plenum.`,
    p`${link("Voice sessions", "/workorders/voice")} lists what was said, by whom and when, the work orders that came of it, and what
      failed. Technicians see their own.`,
  ],

  "planning-months-ahead": [
    p`In ${link("Cashflow", "/finances")}, go to a future month. A badge says ${strong("Budget Planning Mode")}, and
      the numbers are projections from your recurring items.`,
    h("What is projected"),
    list(
      t`Every recurring income and expense, on the date it is due. Each is counted from its first date, so dates never drift.`,
      t`One-time items, in the month of their date.`,
      t`Assets: what your accounts hold today, plus the net of each month through the one you are viewing.`,
    ),
    p`By default, the whole current month counts. ${strong("From today")} leaves out what your accounts already show. Late items still
      count.`,
    h("Change one occurrence or all"),
    p`A projected item repeats an earlier one. Changing its date moves the original first occurrence. Plenum warns you
      before it does that.`,
    h("The calendar"),
    p`The ${link("Finance Calendar", "/finances/calendar")} shows each day's items and the balance expected at the end of the day. Drag a
      bill to another day, use the arrow keys or choose a date. Before you save it, you see what that does to the lowest balance and to the
      first day below zero. You can move one occurrence or all later ones too.`,
    h("Paid, late or missed"),
    p`Your plan is matched with your account transactions, so nothing counts twice. A bill that is paid leaves the
      forecast, even if it was paid early. If an account is connected to its bank or was imported recently, a bill without
      a transaction is ${strong("Late")} for a week and still counts today. After that it is ${strong("Missed")} and no longer counts.
      Transactions you enter yourself only mark bills as paid. A missing one does not make a bill late.`,
    h("The year"),
    p`${strong("Year")} shows charts, a monthly table and insights. Your savings rate is the share of your income that is left: 20% or
      more is excellent, more than 10% is doing well, and below zero means you spent more than came in. Select a month to open it.`,
    tip`${link("New Dashboard", "/finances/dashboard")} shows net worth, upcoming bills and the runway on one page.`,
  ],

  "importing-a-bank-file": [
    p`Most banks let you download transactions as a CSV file. Open an account under ${link("Bank Accounts", "/finances/accounts")} and
      choose ${strong("Import CSV")}. The account must be active.`,
    h("Review before importing"),
    p`Nothing is saved until you have seen the preview. Each row is one of five kinds:`,
    list(
      t`${strong("New")}: will be added.`,
      t`${strong("Duplicate")}: already here, shown with the matching row.`,
      t`${strong("Possible match")}: looks like one you entered or synced. You decide.`,
      t`${strong("Error")}: shows the row, the cell and what is wrong with it.`,
      t`${strong("Skipped")}: not a transaction of this account, such as a balance line or a row in another currency.`,
    ),
    p`Two purchases for the same amount on the same day are both imported. The second one is not treated as a duplicate of the first.`,
    h("Columns, dates and signs"),
    p`Plenum recognizes the columns, the order of day and month, the decimal mark and whether spending is negative. If a date
      could be read two ways, you choose. Your corrections are remembered for that account.`,
    h("Undo"),
    p`Choose ${strong("Undo import")} to take back the whole file, right away or later under ${strong("Past imports")}. Rows that you have
      edited or reconciled since then stay, and you see how many.`,
    h("If the file is refused"),
    list(
      t`Choose CSV at your bank, not PDF or Excel. The file name should end in .csv.`,
      t`Don't open and save it in a spreadsheet first. That changes dates and drops leading zeros.`,
      t`Rows with errors don't stop the others. Fix them in the file and import it again. Rows that are already here are recognized as
        duplicates.`,
    ),
  ],

  "organizing-the-bug-tracker": [
    p`The bug tracker holds your business's problems and requests. Each one is an issue with a state, a priority, labels and an assignee.`,
    h("Saved views"),
    steps(
      t`Open ${link("Issues", "/bugscout/issues")} and search and filter until the list shows what you want.`,
      t`Choose ${strong("Save view")} and name it. You can share it with everyone who sees issues, or have the list open with it.`,
      t`Pick it from the menu above the list or the board. Use ${strong("Manage views")} to rename and delete your own.`,
    ),
    p`${strong("Export")} downloads what a view shows as CSV or JSON.`,
    h("States"),
    p`States are the columns of the board. Managers name, color and order them under
      ${link("Bug Tracking Setup", "/bugscout/config")}. Each state counts as open or closed, because that is all GitHub and GitLab know.`,
    list(
      t`Moving a card to another column changes its state.`,
      t`Before you remove a state, choose another one of the same kind for its issues. No issue is lost.`,
      t`There is always at least one open and one closed state.`,
    ),
    h("Milestones"),
    p`A milestone is a date or an event that several issues lead up to, such as the start of the heating season. Add it under
      ${link("Bug Tracking Setup", "/bugscout/config")} and choose it in the issues. The setup page shows how many of them are closed. Once
      you mark a milestone as reached, it is no longer offered.`,
    h("With GitHub or GitLab"),
    p`Labels and milestones of a synced repository show up here by name. Your changes are synced back, unless the
      repository's rules say otherwise.`,
    p`In the setup, managers name and color the priorities and give each a label, such as ${strong("priority: high")}. An issue
      with that label there has that priority here, and a priority set here puts its label on the issue there. If the label is removed
      there, the issue has no priority. When you choose or change a label, open issues follow in the background, closed ones with
      their next change.`,
    tip`Press ${key("X")} on a row of the list to select it. You can then change all selected issues together.`,
  ],

  "to-dos-and-reminders": [
    p`${link("To-dos", "/todos")} hold what belongs to no job: a call back, a warranty claim, insurance that has to be renewed.`,
    h("Add one"),
    p`Type it in one line, such as "call Ortega tomorrow 9" or "order filters every 2 weeks". The day, the time and the repetition are
      recognized. ${strong("New to-do")} has all fields: who does it, when, a reminder, how often, and notes. A to-do without an
      assignee is under ${strong("Unassigned")} until someone takes it.`,
    h("About a record"),
    p`Choose ${strong("Add to-do")} on the page of a record, or in its menu. The to-do then links to the record. You can do this for:`,
    list(
      t`Customers, properties, equipment, cylinders and designs`,
      t`Leads, estimates, work orders, service types and invoices`,
      t`Items, locations, suppliers, purchase orders and receipts`,
      t`Stock counts, movements, reservations and saved industry analyses`,
      t`Technicians, conversations and issues in the bug tracker`,
    ),
    p`The link is shown only to people who may open the record. If the record is deleted, its to-dos stay without the link. A lead's
      to-dos are deleted with it.`,
    h("Reminders and repetition"),
    p`A reminder is sent by email, and to devices on which you turned on notifications, when the to-do is due, an hour before or a day
      before. When you complete a to-do that repeats, the next one is added. You can count from its due date or from the day it was
      done.`,
    h("Who sees what"),
    p`Admins and Managers see everyone's to-dos under ${strong("Team")}. Technicians see their own, unassigned ones and those they
      wrote.`,
    tip`Marked one as done or deleted it by mistake? Choose ${strong("Undo")} in the message. A deleted to-do can be restored for 30 days.`,
  ],

  "getting-around-by-keyboard": [
    p`You can do everything in Plenum without a mouse. These keys save the most time.`,
    {
      kind: "keys",
      caption: "Keys that work everywhere",
      rows: [
        { keys: ["Ctrl", "K"], does: "Open the command palette (Cmd and K on a Mac)" },
        { keys: ["Tab"], does: "Go to the next field, button or link" },
        { keys: ["Shift", "Tab"], does: "Go back to the previous one" },
        { keys: ["Enter"], does: "Open the selected row or press the selected button" },
        { keys: ["Esc"], does: "Close a dialog, a menu or the palette" },
      ],
    },
    h("The command palette"),
    p`Type a few letters of a page, a name or a number and press ${key("Enter")}. It finds every kind of record, from jobs, customers
      and invoices to purchase orders, suppliers, stock locations and cylinders, and opens any page. It also starts common tasks,
      such as a new work order or receipt.`,
    h("Ask the assistant"),
    p`The ${link("Assistant", "/chat")} answers short questions from your own records, such as jobs tomorrow or unpaid invoices, with
      links. It can also prepare a to-do, a note or a job's status. It saves nothing until you approve it.`,
    h("Lists"),
    p`Use ${key("Up")} and ${key("Down")} to move through rows and ${key("Enter")} to open one. Your search and filters are
      part of the page address, so you can bookmark a list such as open emergencies or send it to a coworker.`,
    h("How records are connected"),
    p`${strong("Connections")} on a customer, property, work order, piece of equipment or item opens the
      ${link("Knowledge Graph", "/knowledge-graph")}. Expand a record to see what it is connected to, hide kinds of records,
      or choose dates. ${strong("Shortest path to")} shows how two records are linked. Select a part to see where else it failed.
      The tables list the same records as the graph, so you can use it all with Tab and Enter.`,
    h("The board and the scheduler"),
    steps(
      t`Press ${key("Tab")} until the card you want is outlined.`,
      t`Press ${key("Space")} to pick it up.`,
      t`Move it with the arrow keys. Screen readers read its position aloud.`,
      t`Press ${key("Space")} again to drop it, or ${key("Esc")} to put it back.`,
    ),
    tip`Press ${key("Tab")} once on any page for a link that skips the menu and goes to the content.`,
  ],
} as const satisfies Record<string, readonly Block[]>;
