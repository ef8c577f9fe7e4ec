-- Whoever joined as a Manager before there were leads works with them as well.
UPDATE members SET permissions = json_insert(permissions, '$[#]', 'leads.read', '$[#]', 'leads.write', '$[#]', 'leads.manage')
WHERE permissions IS NOT NULL AND permissions LIKE '%"customers.manage"%' AND permissions LIKE '%"invoices.manage"%'
  AND permissions LIKE '%"work_orders.manage"%' AND permissions NOT LIKE '%"leads.%';
