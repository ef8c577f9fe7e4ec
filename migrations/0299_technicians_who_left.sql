-- Nobody who has left is booked, by whatever way and at whatever moment: technicians_leave_no_jobs (0005) is the other side.
CREATE TRIGGER appointment_technicians_work_here BEFORE INSERT ON appointment_technicians
WHEN NEW.blocks_calendar = 1
  AND EXISTS (SELECT 1 FROM technicians t WHERE t.org_id = NEW.org_id AND t.id = NEW.technician_id AND t.status = 'inactive')
  AND EXISTS (SELECT 1 FROM appointments a WHERE a.org_id = NEW.org_id AND a.id = NEW.appointment_id AND a.state = 'booked')
BEGIN
  SELECT RAISE(ABORT, 'technician_inactive');
END;
