"""Takes the same quantities out of Tryton's stock, one writer: COUNT movements in a transaction each, then as many in transactions of LINES.

Usage: python3 tryton-stock.py COUNT LINES
Prints a line of JSON: {"version": str, "single": movements a second, "batched": movements a second, "left": on hand at the end}.
Each is reserved first (assign_try refuses what is not there) and then done, as a shipment does it. Needs Debian's tryton-server and
tryton-modules-stock; the database is SQLite in a folder of its own, which is removed.
"""

import json
import os
import shutil
import sys
import tempfile
import time
from decimal import Decimal

from trytond import __version__, backend
from trytond.config import config

count, lines = int(sys.argv[1]), int(sys.argv[2])
folder = tempfile.mkdtemp()
config.set("database", "uri", "sqlite://")
config.set("database", "path", folder)
NAME = "stock"
os.environ["DB_NAME"] = NAME


def run():
    from trytond.pool import Pool
    from trytond.tests.test_tryton import create_db
    from trytond.transaction import Transaction

    Pool.start()
    create_db(NAME)
    with Transaction().start(NAME, 1, close=True) as transaction:
        Module = Pool(NAME).get("ir.module")
        Module.activate(Module.search([("name", "=", "stock")]))
        transaction.commit()
    pool = Pool(NAME)
    pool.init(update=["stock"])
    pool = Pool(NAME)

    with Transaction().start(NAME, 1) as transaction:
        Party, Currency = pool.get("party.party"), pool.get("currency.currency")
        Company, User = pool.get("company.company"), pool.get("res.user")
        Location = pool.get("stock.location")
        (party,) = Party.create([{"name": "Lakeside"}])
        (dollar,) = Currency.create([{"name": "US Dollar", "symbol": "$", "code": "USD"}])
        (company,) = Company.create([{"party": party.id, "currency": dollar.id}])
        User.write([User(1)], {"companies": [("add", [company.id])], "company": company.id})
        transaction.commit()
    context = {"company": company.id}

    with Transaction().start(NAME, 1, context=context) as transaction:
        Uom, Template = pool.get("product.uom"), pool.get("product.template")
        (unit,) = Uom.search([("name", "=", "Unit")])
        (template,) = Template.create(
            [{"name": "Capacitor", "type": "goods", "default_uom": unit.id, "products": [("create", [{}])]}]
        )
        product = template.products[0]
        (supplier,) = Location.search([("code", "=", "SUP")])
        (storage,) = Location.search([("code", "=", "STO")])
        (customer,) = Location.search([("code", "=", "CUS")])
        Move = pool.get("stock.move")

        def values(source, target, quantity):
            return {
                "product": product.id,
                "uom": unit.id,
                "quantity": quantity,
                "from_location": source.id,
                "to_location": target.id,
                "company": company.id,
                "unit_price": Decimal(3),
                "currency": dollar.id,
            }

        Move.do(Move.create([values(supplier, storage, 10 * count)]))
        transaction.commit()

    def rate(at_once):
        started = time.perf_counter()
        for _ in range(count // at_once):
            with Transaction().start(NAME, 1, context=context) as transaction:
                moves = Move.create([values(storage, customer, 1)] * at_once)
                if not Move.assign_try(moves):
                    raise SystemExit("not assigned")
                Move.do(moves)
                transaction.commit()
        return count / (time.perf_counter() - started)

    single, batched = rate(1), rate(lines)
    with Transaction().start(NAME, 1, context={**context, "locations": [storage.id], "stock_date_end": None}):
        left = pool.get("product.product")(product.id).quantity
    print(json.dumps({"version": __version__, "single": single, "batched": batched, "left": left}))


try:
    run()
finally:
    shutil.rmtree(folder, ignore_errors=True)
