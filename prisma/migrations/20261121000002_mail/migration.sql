-- What names the reservation an object was made of: provider, number and leg, in lower case, a line
-- each. A later message about the same reservation finds the object by it (17); never exposed.
alter table hosting add column reservation_key text;
alter table activity add column reservation_key text;
alter table transportation add column reservation_key text;
