-- What a clock shows at a moment in one of these zones: the first that PostgreSQL knows, else UTC.
-- Zones are stored as they are sent, and a plain "at time zone" fails for a name that is none.
create function local_time(moment timestamptz, variadic zones text[]) returns timestamp
language plpgsql stable as $$
declare zone text;
begin
  if moment is null then return null; end if;
  foreach zone in array zones loop
    continue when zone is null or zone = '';
    begin
      return moment at time zone zone;
    exception when invalid_parameter_value then null;
    end;
  end loop;
  return moment at time zone 'UTC';
end $$;

-- Calendar feeds are looked up by the hash of their secret: how long the search takes then says
-- nothing about how much of a guess was right.
create index "account_calendar_hash" on account (hashtextextended(calendar_identifier, 0));
