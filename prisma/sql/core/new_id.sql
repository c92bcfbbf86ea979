-- A UUIDv7, as the product makes its ids: ids sort by the millisecond at which they were made. PostgreSQL has its own
-- from 18 on.
CREATE OR REPLACE FUNCTION new_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1),
    53, 1), 'hex')::uuid;
$$;
