"""What openapi-generator makes for Python, from sign-up to delete; prints what it got."""

import json
import os
from datetime import date, datetime, timezone

from trips_client import (
    AccountApi,
    ActivitiesApi,
    ApiClient,
    Configuration,
    CreateActivityBody,
    CreateTripBody,
    LogInBody,
    LoginApi,
    SignUpBody,
    TripsApi,
    UpdateActivityBody,
)
from trips_client.exceptions import BadRequestException, NotFoundException

host = os.environ["TRIPS_URL"]
username = os.environ["TRIPS_USERNAME"]
password = os.environ["TRIPS_PASSWORD"]

got = {}

strangers = ApiClient(Configuration(host=host))
signup = SignUpBody(username=username, password=password)
got["signed up"] = AccountApi(strangers).sign_up(signup).username == username
try:
    AccountApi(strangers).sign_up(signup)
except BadRequestException as error:
    got["refused"] = sorted(error.data)
key = LoginApi(strangers).log_in(LogInBody(email=username, password=password)).key

client = ApiClient(
    Configuration(host=host, api_key={"Token": key}, api_key_prefix={"Token": "Token"})
)
trips = TripsApi(client)
activities = ActivitiesApi(client)

body = CreateTripBody(
    name="Lisbon", internal_identifier="lisbon-2031", starts_at=date(2031, 4, 18)
)
trip = trips.create_trip(create_trip_body=body)
got["trip"] = [trip.name, trip.starts_at.isoformat()]
got["duplicate"] = trips.create_trip(create_trip_body=body)

moment = datetime(2031, 4, 19, 10, tzinfo=timezone.utc)
activity = activities.create_activity(
    trip_id=trip.id,
    create_activity_body=CreateActivityBody(name="Tile museum", starts_at=moment),
)
got["activity"] = [activity.name, activity.starts_at == moment]
listed = activities.list_activities_v2(trip_id=trip.id, page=1, updated_since=moment)
got["later"] = [found.name for found in listed.results]
listed = activities.list_activities_v2(trip_id=trip.id)
got["listed"] = [found.name for found in listed.results]
got["trips"] = [found.name for found in trips.list_trips_v2().results]

changed = activities.update_activity(
    trip_id=trip.id, id=activity.id, update_activity_body=UpdateActivityBody(name="Azulejos")
)
got["changed"] = [changed.name, changed.starts_at == moment]

# What has no body, or lacks keys that the model requires, is read without the model.
second = trips.create_trip(create_trip_body=CreateTripBody(name="Porto"))
moved = activities.update_activity_without_preload_content(
    trip_id=trip.id, id=activity.id, update_activity_body=UpdateActivityBody(update_trip=second.id)
)
got["moved"] = [moved.status, moved.read().decode()]
got["activities"] = [
    found.name for found in activities.list_activities_v2(trip_id=second.id).results
]
narrow = trips.list_trips_v2_without_preload_content(fields=["name"], fields2="id")
got["fields"] = narrow.json()["results"]

trips.delete_trip(id=trip.id)
try:
    trips.get_trip_v2(id=trip.id)
except NotFoundException as error:
    got["deleted"] = error.data.detail
tombstones = trips.list_trips_v2_without_preload_content(deleted=True).json()["results"]
got["tombstones"] = tombstones == [{"id": trip.id}]

print(json.dumps(got))
