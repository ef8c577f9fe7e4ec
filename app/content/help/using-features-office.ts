import { type Block, h, key, link, list, p, steps, strong, t, tip } from "../blocks";

export const officeBodies = {
  "inventory-and-truck-stock": [
    p`Stock is counted per item and location. A warehouse is a location, and so is each van.`,
    list(
      t`${link("Items", "/inventory/items")}: part number, unit, cost, list price, and the levels at which to reorder.`,
      t`${link("Locations", "/inventory/locations")}: where stock is kept and how full the location is.`,
      t`${link("Stock levels", "/inventory/stock")}: what is there, what is reserved, and how an item is spread over locations.`,
      t`${link("Movements", "/inventory/movements")}: everything received, used, transferred or counted.`,
      t`${link("Reservations", "/inventory/reservations")}: stock set aside for jobs.`,
    ),
    h("Movements are a ledger"),
    p`A movement cannot be edited or deleted. To take one back, post its reverse; both stay visible. A transfer has two sides, so
      what leaves the warehouse arrives in the van. That is why the numbers can be trusted: the level is always the sum of
      the movements, and it never goes below zero.`,
    h("Reserved stock"),
    p`A scheduled job reserves its planned parts. Someone else cannot use the last one by accident. Canceling the job releases
      them; completing it uses them.`,
    h("A part that is not in inventory"),
    p`A technician who buys a part on the way adds it to the job by description, cost and supplier. Plenum makes an item of
      it with a number that begins with CUSTOM, for the office to clean up later.`,
    tip`Check requires certification or hazardous where it applies, so the right person handles it.`,
  ],

  "from-job-to-invoice": [
    p`While a job is open, its billing preview shows what the invoice would say: labor, parts and tax. Technicians can see
      what is on the job; the office sees the prices.`,
    steps(
      t`When the job is completed, open its billing preview and read it line by line.`,
      t`Add or correct what is missing on the job itself, then make the invoice. A work order has one open invoice, so a double
        click does not bill twice.`,
      t`Check the draft under ${link("Invoices", "/invoices-v2")}, then issue it. It gets its number now, and numbers have
        no gaps from discarded drafts.`,
    ),
    h("After it is issued"),
    p`An issued invoice can't be changed, because your customer has a copy. A mistake is corrected with a credit note
      and, if needed, a new invoice. All three stay together.`,
    h("States"),
    list(
      t`${strong("Draft")}: can still be changed.`,
      t`${strong("Issued")}: sent, nothing paid yet.`,
      t`${strong("Partial")}: some of it is paid.`,
      t`${strong("Paid")}: all of it. The work order can now be closed.`,
      t`${strong("Void")}: canceled.`,
    ),
    p`These are worked out from the invoice and its payments. You can't set "paid" by hand.`,
    tip`Amounts are kept in whole cents, so the lines always add up to the total on the page.`,
  ],

  "speaking-a-work-order": [
    p`Use this when your hands are full. Speak or type; both work the same way.`,
    steps(
      t`Start a voice work order from ${link("All Work Orders", "/workorders")} and allow the microphone, or choose to type.`,
      t`Say who, where, what and when: "Mrs Alvarez on Linden Street, furnace keeps locking out, tomorrow morning, high
        priority."`,
      t`Read the preview. Each field shows what was understood and how sure Plenum is. For the customer it lists those who fit;
        pick one.`,
      t`Correct what is wrong. You can edit the text and have it read again.`,
      t`Create the work order. Until this step nothing has been saved to your jobs.`,
    ),
    h("Dates and names"),
    p`"Tomorrow", "next Tuesday" and "at eight thirty" are read in the time zone of your business. If a customer is not on
      record yet, add them first; Plenum does not make one up from a name it half understood.`,
    h("When no speech is detected"),
    p`Silence and engine noise give "no speech detected". Speech recognition can invent words from noise, so the recording
      is checked first.`,
    h("The recording"),
    p`The recording is kept with the session, so the request can be checked later. If you do not want that, type. The
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
    p`A whole import can be undone, at once or later under ${strong("Past imports")}. Rows that you edited or reconciled since stay,
      and you are told how many.`,
    h("If the file is refused"),
    list(
      t`Choose CSV at your bank, not PDF or Excel. The file name should end in .csv.`,
      t`Do not open and save it in a spreadsheet first. That changes dates and drops leading zeros.`,
      t`Rows with errors do not stop the others. Fix them in the file and import it again; what is already there is skipped.`,
    ),
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
    h("Lists"),
    p`Use ${key("Up")} and ${key("Down")} to move through rows and ${key("Enter")} to open one. What you search and filter is
      part of the address, so you can bookmark a list such as open emergencies or send it to a coworker.`,
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
