-- How a purchase order was placed, by the words that the code uses.
ALTER TABLE purchase_orders RENAME COLUMN ordered_by_way TO order_method;
