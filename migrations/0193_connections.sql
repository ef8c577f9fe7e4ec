-- Where a part was used, the latest first: on which work orders, and in which equipment.
CREATE INDEX work_order_parts_uses ON work_order_parts (org_id, item_id, used_at, work_order_id)
WHERE item_id IS NOT NULL AND removed_at IS NULL;
CREATE INDEX work_order_parts_units ON work_order_parts (org_id, item_id, used_at, equipment_id)
WHERE item_id IS NOT NULL AND equipment_id IS NOT NULL AND removed_at IS NULL;
