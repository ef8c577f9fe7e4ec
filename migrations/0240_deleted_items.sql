-- An item that was entered by mistake can be deleted: it leaves the search, and what could name it is found without a walk.

CREATE TRIGGER inventory_items_after_delete AFTER DELETE ON inventory_items WHEN OLD.number IS NOT NULL
BEGIN
  DELETE FROM inventory_item_search WHERE rowid = (SELECT o.key * 2147483648 + OLD.number FROM tenant_organizations o WHERE o.id = OLD.org_id);
END;
CREATE INDEX estimate_lines_item ON estimate_lines (org_id, item_id) WHERE item_id IS NOT NULL;
