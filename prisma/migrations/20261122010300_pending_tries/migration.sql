-- A try whose outcome is not known yet says so in a column, no longer in the name of its limit.
alter table attempt add column is_pending boolean not null default false;
update attempt set "limit" = left("limit", -length(' pending')), is_pending = true
where "limit" like '% pending';
