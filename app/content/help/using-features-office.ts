import { type Block, h, key, link, list, p, steps, strong, t, tip } from "../blocks";

export const officeBodies = {
  "inventory-and-truck-stock": [
    p`Stock is counted by item and location. The warehouse is a location, and so is each truck.`,
    h("Set it up"),
    steps(
      t`Add the warehouse and a truck for each technician under ${link("Locations", "/inventory/locations")}.`,
      t`Add ${link("items", "/inventory/items")}: SKU, unit, cost, list price and reorder point.`,
      t`Post a ${link("new movement", "/inventory/movements/create")}: ${strong("Receive")} into the warehouse, then
        ${strong("Transfer")} to the trucks. Scan or search for each item; all lines are posted together.`,
    ),
    p`${link("Stock", "/inventory/stock")} shows what is on hand, reserved and available, and what to reorder.`,
    h("Plan, check and load"),
    list(
      t`In a service type's playbook, choose parts under Requirements. Booking a job reserves them, from the technician's truck first;
        canceling releases them. A part marked ${strong("Not linked")} is only a note until you link it to an item.`,
      t`Before you dispatch, ${strong("Truck check")} on the job's Parts tab says what is missing and who has it, the nearest
        first. ${strong("Transfer to truck")} moves it; ${strong("Add to pick list")} leaves it to be loaded.`,
      t`The ${link("pick list", "/inventory/picks")} says what goes onto which truck for a day. Print it, or choose
        ${strong("Loaded")} as you go. Technicians can do that for their own jobs.`,
    ),
    h("Parts used on a job"),
    p`Choose ${strong("Add part")} on the Parts tab, or scan it on the phone. What is reserved is used first. A part in a technician's
      hand is never refused: what the truck did not have is added as found, to be counted.`,
    h("Correct a mistake"),
    p`A movement can't be edited or deleted. Open it under ${link("Movements", "/inventory/movements")} and reverse it. Stock never goes
      below zero.`,
    h("What expires"),
    p`Give an item a shelf life, and ${strong("Receive")} asks for its lot and expiration date. What expires first is used
      first; ${link("Lots", "/inventory/lots")} shows what is next.`,
    h("Order and receive"),
    p`${link("Reorder", "/inventory/purchase-orders/reorder")} drafts a purchase order for each supplier, at the prices you keep under
      ${link("Suppliers", "/inventory/suppliers")}. Email it or mark it as ordered, and choose ${strong("Receive")} when it arrives.`,
    h("Count"),
    p`Start a ${link("count", "/inventory/counts/create")} of a location, enter each line, check the differences and post
      them. Technicians count their own truck; the office posts.`,
    tip`Mark items that need a certification or are hazardous, so that the right person handles them.`,
  ],

  "from-lead-to-approved-estimate": [
    steps(
      t`Someone who asks for work is a ${link("lead", "/leads")}: from a call, a referral, or your own web form, whose address is under
        ${link("Web form", "/leads/form")}. Open the lead and choose ${strong("New estimate")}; a customer or an open job can have one too.`,
      t`Name up to three options, such as Good, Better and Best. Search service types and items for their prices, or add lines of
        your own. Mark extras as ${strong("Optional")}.`,
      t`${strong("Send estimate")} gives it a number and emails the PDF with a link. From then on it can't be changed;
        ${strong("Revise")} makes a new version that takes its place.`,
      t`Your customer opens the link on any phone, chooses, signs and approves. You see when it was viewed, who signed, and when.`,
      t`${strong("Create job")} creates the customer, the property and an unscheduled job. Service type, parts and prices come from the
        approved option, and the job's invoice bills them. You can undo it until someone works on the job.`,
    ),
    p`A lead that goes nowhere is ${strong("Lost")}, with a reason; the ${link("report", "/leads/report")} says which sources pay off.`,
    h("States"),
    list(
      t`${strong("Draft")}: can still be changed.`,
      t`${strong("Sent")}: waits for an answer until the day in ${strong("Valid until")}; then it is ${strong("Expired")}.`,
      t`${strong("Approved")} or ${strong("Declined")}: your customer's answer, with the signature or the reason.`,
      t`${strong("Withdrawn")} or ${strong("Replaced")}: taken back, or a newer version was sent.`,
    ),
    tip`${strong("Turn off links")} in the estimate's menu ends every link at once. Sending it again makes a new one.`,
  ],

  "from-job-to-invoice": [
    p`Set rates, trip charge, parts pricing, terms and sales tax once under
      ${link("billing settings", "/settings/billing")}. They apply from the day you choose; earlier invoices keep theirs.`,
    h("Make the invoice"),
    steps(
      t`Open the job and choose ${strong("Billing")}. The preview lists labor, trip, parts and tax, and marks what is missing.`,
      t`Correct parts and times on the job itself, then choose ${strong("Create invoice")}. A job has one invoice at a time, so a
        double click does not bill twice.`,
      t`${strong("Edit draft")} changes lines, discounts, tax and terms. The draft says what is still undecided.`,
      t`Choose ${strong("Issue invoice")}. It gets its number now; discarded drafts leave no gaps.`,
    ),
    p`${strong("Email")} sends it with its PDF and a page that your customer opens without an account. Once it is overdue,
      ${strong("Send reminder")} takes its place.`,
    h("Take payment"),
    list(
      t`${strong("Record payment")} on the invoice. Part payments are fine; a refund starts from the payment.`,
      t`Where card payments are set up, your customer pays on the page that the email links to, all of it or a part. The payment
        appears here once the card processor has confirmed it, and its refund goes back to the card.`,
      t`${strong("Take deposit")} on the job's Billing tab; ${strong("Request deposit")} emails a payment link.`,
      t`${strong("Apply customer credit")} uses a deposit or an overpayment.`,
    ),
    p`${link("Aging", "/invoices-v2/aging")} lists what customers owe; their ${strong("Statement")} can be emailed.`,
    h("After it is issued"),
    p`An issued invoice can't be changed, because your customer has a copy. In its menu, ${strong("Correct invoice")} voids it and
      starts a new draft, ${strong("Credit part of it")} makes a credit note, and ${strong("Void invoice")} cancels all of it. All of them stay together under Corrections.`,
    h("States"),
    list(
      t`${strong("Draft")}: can still be changed.`,
      t`${strong("Open")}: issued and not due yet.`,
      t`${strong("Partly paid")}: some of it is paid.`,
      t`${strong("Overdue")}: past its due date and not paid in full.`,
      t`${strong("Paid")}: all of it. The work order can now be closed.`,
      t`${strong("Void")}: canceled.`,
    ),
    p`These follow from payments and dates; you can't set "paid" by hand. Filter ${link("Invoices", "/invoices-v2")} by state,
      customer or how late they are.`,
    tip`Amounts are stored in whole cents, so the lines always add up to the total.`,
  ],

  "speaking-a-work-order": [
    p`Use this when your hands are full. Speak or type; both work the same way.`,
    steps(
      t`Choose Speak on ${link("New Work Order", "/workorders/create")}. Tap the microphone to talk and again to pause, or hold it
        while you talk. You can also type.`,
      t`Say who, where, what and when: "Mrs Alvarez on Linden Street, furnace keeps locking out, tomorrow morning, high
        priority."`,
      t`Choose Review. Each field shows the words it came from, and what was unclear has a list to choose from, such as the customers who match.`,
      t`Correct what is wrong, or correct the words and have them read again. Two jobs in one breath are two cards; leave one out
        if you like.`,
      t`Create the work orders. Until this step nothing has been saved to your jobs.`,
    ),
    h("Dates and names"),
    p`"Tomorrow", "next Tuesday" and "at eight thirty" are read in the time zone of your business. If a customer is not on
      record yet, add them first; Plenum does not make one up from a name it half understood.`,
    h("When no speech is detected"),
    p`Silence and engine noise give "no speech detected". Speech recognition can invent words from noise, so the recording
      is checked first.`,
    h("The recording"),
    p`The recording is saved with the session, so the request can be checked later. If you do not want that, type. The
      browser's own speech recognition or plain typing needs no outside service.`,
  ],

  "planning-months-ahead": [
    p`In ${link("Cashflow", "/finances")}, move to a month after this one. A badge says ${strong("Budget Planning Mode")}, and
      the figures are projections from your recurring items.`,
    h("What is projected"),
    list(
      t`Every recurring income and expense, on the date it falls. Each is counted from its first date, so dates never drift.`,
      t`One-time items, in the month of their date.`,
      t`Assets: what your accounts hold today, plus the net of each month through the one you are viewing.`,
    ),
    p`By default the whole current month counts. ${strong("From today")} leaves out what your accounts already show; late items still count.`,
    h("Change one occurrence or all"),
    p`A projected item repeats an earlier one. Changing its date moves the original first occurrence, and Plenum warns you
      before it does.`,
    h("The calendar"),
    p`The ${link("Finance Calendar", "/finances/calendar")} shows each day's items and the balance expected at its end. Drag a
      bill to another day, use the arrow keys or choose a date: you see the effect on the lowest balance and on the first day
      below zero before you save it. It moves alone or with all later ones.`,
    h("Paid, late or missed"),
    p`What you planned is matched with the rows of your accounts, so that nothing counts twice: a bill that is paid leaves the
      forecast, also when it was paid early. Where an account is connected to its bank or was imported lately, a bill without
      a row is ${strong("late")} for a week and still counts today; after that it is ${strong("missed")} and no longer counts.
      Transactions you enter by hand only mark bills as paid; a missing one does not make a bill late.`,
    h("The year"),
    p`Year view has charts, a monthly table and insights. Savings rate is what is left of your income, in percent: 20 and above is
      excellent, 10 and above is doing well, and below zero means you spent more than came in. Choose a month to open it.`,
    tip`${link("New Dashboard", "/finances/dashboard")} puts net worth, upcoming bills and runway on one page.`,
  ],

  "importing-a-bank-file": [
    p`Most banks let you download transactions as CSV. Open an account under ${link("Bank Accounts", "/finances/accounts")} and
      choose ${strong("Import CSV")}. The account must be active.`,
    h("Review before importing"),
    p`Nothing is written until you have seen the preview. Each row is one of five:`,
    list(
      t`${strong("New")}: will be added.`,
      t`${strong("Duplicate")}: already here, with the matching row.`,
      t`${strong("Possible match")}: looks like one you entered or synced. You decide.`,
      t`${strong("Error")}: the row, the cell and what is wrong with it.`,
      t`${strong("Skipped")}: not a transaction of this account, such as a line with a balance or in another currency.`,
    ),
    p`Two purchases of the same price on the same day are both imported. The second is not treated as a duplicate of the first.`,
    h("Columns, dates and signs"),
    p`Plenum recognizes the columns, the order of day and month, the decimal mark and whether spending is negative. Where a date
      could be read two ways, it asks. What you correct is remembered for that account.`,
    h("Undo"),
    p`A whole import can be undone, at once or later under ${strong("Past imports")}. Rows that you edited or reconciled since stay, and you see how many.`,
    h("If the file is refused"),
    list(
      t`Choose CSV at your bank, not PDF or Excel. The file name should end in .csv.`,
      t`Do not open and save it in a spreadsheet first. That changes dates and drops leading zeros.`,
      t`Rows with errors do not stop the others. Fix them in the file and import it again; what is already there is skipped.`,
    ),
  ],

  "organizing-the-bug-tracker": [
    p`The bug tracker holds problems and requests of your business. Each is an issue with a state, a priority, labels and an assignee.`,
    h("Saved views"),
    steps(
      t`Open ${link("Issues", "/bugscout/issues")} and set search and filters until the list shows what you want.`,
      t`Choose ${strong("Save view")} and name it. Share it with everyone who sees issues, or have the list open with it.`,
      t`Choose it from the menu above the list or the board. ${strong("Manage views")} renames and deletes your own.`,
    ),
    p`${strong("Export")} downloads what a view shows as CSV or JSON.`,
    h("States"),
    p`States are the columns of the board. Managers name, color and order them under
      ${link("Setup", "/bugscout/config")}. Each is open or closed, which is all that a code host knows.`,
    list(
      t`Moving a card to another column changes its state.`,
      t`To remove a state, choose another one of the same kind for its issues first. None is lost.`,
      t`At least one open and one closed state remain.`,
    ),
    h("Milestones"),
    p`A milestone is a date or an event that several issues lead to, such as the start of the heating season. Add it under
      ${link("Setup", "/bugscout/config")} and choose it in the issues. Setup counts how many of them are closed. Mark it
      as reached, and it is no longer offered.`,
    h("Together with code hosts"),
    p`Labels and milestones of a synced repository appear here by their names. What you change travels back, unless the
      repository's rules say otherwise.`,
    tip`Press ${key("X")} on a row of the list to select it, then change all selected issues together.`,
  ],

  "getting-around-by-keyboard": [
    p`Everything in Plenum can be done without a mouse. These keys save the most time.`,
    {
      kind: "keys",
      caption: "Keys that work everywhere",
      rows: [
        { keys: ["Ctrl", "K"], does: "Open the command palette (on a Mac, Cmd and K)" },
        { keys: ["Tab"], does: "Go to the next field, button or link" },
        { keys: ["Shift", "Tab"], does: "Go back to the one before" },
        { keys: ["Enter"], does: "Open the chosen row or press the chosen button" },
        { keys: ["Esc"], does: "Close a dialog, a menu or the palette" },
      ],
    },
    h("The command palette"),
    p`Type a few letters of a page, a customer or a job number and press ${key("Enter")}. It goes anywhere the sidebar goes
      and does the common things, such as starting a new work order.`,
    h("Ask instead of looking"),
    p`The ${link("assistant", "/chat")} answers short questions from your own records, such as jobs tomorrow or unpaid invoices, with
      links. It prepares a to-do, a note or a job's status, and saves it once you approve it.`,
    h("Lists"),
    p`Use ${key("Up")} and ${key("Down")} to move through rows and ${key("Enter")} to open one. What you search and filter is
      part of the address, so you can bookmark a list such as open emergencies or send it to a coworker.`,
    h("How records are connected"),
    p`${strong("Connections")} on a customer, property, work order, equipment or item opens the
      ${link("Knowledge Graph", "/knowledge-graph")} from there. Expand a record to see what it is connected with, hide kinds,
      or choose days. ${strong("Shortest path to")} shows how two records meet. Choose a part to see what else it failed in. The
      tables hold what the drawing shows, so that Tab and Enter do everything.`,
    h("The board and the scheduler"),
    steps(
      t`Press ${key("Tab")} until the card you want is outlined.`,
      t`Press ${key("Space")} to pick it up.`,
      t`Move it with the arrow keys. Where you are is read out to screen readers.`,
      t`Press ${key("Space")} again to drop it, or ${key("Esc")} to put it back.`,
    ),
    tip`Press ${key("Tab")} once on any page for a link that skips the menu and goes to the content.`,
  ],
} as const satisfies Record<string, readonly Block[]>;
