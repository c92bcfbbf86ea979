-- Which processes are alive: each renews its lease every second, and what a process holds ends with its lease.
CREATE TABLE process_lease (
  id uuid PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
-- Renewed in place all the time: room on the page keeps it at one.
ALTER TABLE process_lease SET (fillfactor = 50);

ALTER TABLE hold ADD COLUMN process_id uuid;
