"""What openapi-python-client makes, from sign-up to delete; prints what it got."""

import json
import os
from datetime import date, datetime, timezone

from trips_client import AuthenticatedClient, Client
from trips_client.api.account import sign_up
from trips_client.api.activities import create_activity, list_activities_v2, update_activity
from trips_client.api.login import log_in
from trips_client.api.trips import create_trip, delete_trip, get_trip_v2, list_trips_v2
from trips_client.models import (
    ActivityV2Page,
    CreateActivityBody,
    CreateTripBody,
    LogInBody,
    SignUpBody,
    Trip,
    TripV2Page,
    UpdateActivityBody,
)

base_url = os.environ["TRIPS_URL"]
username = os.environ["TRIPS_USERNAME"]
password = os.environ["TRIPS_PASSWORD"]

got = {}

strangers = Client(base_url=base_url)
signup = SignUpBody(username=username, password=password)
got["signed up"] = sign_up.sync(client=strangers, body=signup).username == username
got["refused"] = sorted(sign_up.sync(client=strangers, body=signup).to_dict())
key = log_in.sync(client=strangers, body=LogInBody(email=username, password=password)).key

client = AuthenticatedClient(base_url=base_url, token=key, prefix="Token")

body = CreateTripBody(
    name="Lisbon", internal_identifier="lisbon-2031", starts_at=date(2031, 4, 18)
)
trip = create_trip.sync(client=client, body=body)
assert isinstance(trip, Trip)
got["trip"] = [trip.name, trip.starts_at.isoformat()]
got["duplicate"] = create_trip.sync(client=client, body=body)

moment = datetime(2031, 4, 19, 10, tzinfo=timezone.utc)
activity = create_activity.sync(
    trip.id, client=client, body=CreateActivityBody(name="Tile museum", starts_at=moment)
)
got["activity"] = [activity.name, activity.starts_at == moment]
listed = list_activities_v2.sync(trip.id, client=client, page=1, updated_since=moment)
got["later"] = [found.name for found in listed.results]
listed = list_activities_v2.sync(trip.id, client=client)
assert isinstance(listed, ActivityV2Page)
got["listed"] = [found.name for found in listed.results]
listed = list_trips_v2.sync(client=client)
assert isinstance(listed, TripV2Page)
got["trips"] = [found.name for found in listed.results]

changed = update_activity.sync(
    trip.id, activity.id, client=client, body=UpdateActivityBody(name="Azulejos")
)
got["changed"] = [changed.name, changed.starts_at == moment]

# What has no body, or lacks keys that the model requires, is read without the model.
http = client.get_httpx_client()
second = create_trip.sync(client=client, body=CreateTripBody(name="Porto"))
path = f"/v1/trip/{trip.id}/activity/{activity.id}"
moved = http.patch(path, json=UpdateActivityBody(update_trip=second.id).to_dict())
got["moved"] = [moved.status_code, moved.text]
listed = list_activities_v2.sync(second.id, client=client)
got["activities"] = [found.name for found in listed.results]
narrow = http.get("/v2/trips", params={"fields": "name", "fields!": "id"})
got["fields"] = narrow.json()["results"]

assert delete_trip.sync_detailed(trip.id, client=client).status_code == 204
got["deleted"] = get_trip_v2.sync(trip.id, client=client).detail
tombstones = http.get("/v2/trips", params={"deleted": "true"}).json()["results"]
got["tombstones"] = tombstones == [{"id": trip.id}]

print(json.dumps(got))
