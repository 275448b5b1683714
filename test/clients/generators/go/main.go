// What oapi-codegen makes, from sign-up to delete; prints what it got.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	trips "example.org/trips/client"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func namesOf[Item any](items []Item, name func(Item) string) []string {
	names := []string{}
	for _, item := range items {
		names = append(names, name(item))
	}
	return names
}

func nameOfActivity(activity trips.ActivityV2) string { return activity.Name }
func nameOfTrip(trip trips.TripV2) string             { return trip.Name }

func main() {
	ctx := context.Background()
	url, username, password :=
		os.Getenv("TRIPS_URL"), os.Getenv("TRIPS_USERNAME"), os.Getenv("TRIPS_PASSWORD")
	got := map[string]any{}

	strangers := must(trips.NewClientWithResponses(url))
	signup := trips.SignUpBody{Username: username, Password: password}
	user := must(strangers.SignUpWithResponse(ctx, signup)).JSON201
	got["signed up"] = user.Username == username
	refused := must(strangers.SignUpWithResponse(ctx, signup)).JSON400
	keys := []string{}
	for key := range *refused {
		keys = append(keys, key)
	}
	got["refused"] = keys
	email := openapi_types.Email(username)
	login := trips.LogInBody{Email: &email, Password: password}
	key := must(strangers.LogInWithResponse(ctx, login)).JSON200.Key

	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Token "+key)
		return nil
	}
	client := must(trips.NewClientWithResponses(url, trips.WithRequestEditorFn(withKey)))

	name, identifier := "Lisbon", "lisbon-2031"
	day := openapi_types.Date{Time: time.Date(2031, 4, 18, 0, 0, 0, 0, time.UTC)}
	body := trips.CreateTripBody{Name: &name, InternalIdentifier: &identifier, StartsAt: &day}
	trip := must(client.CreateTripWithResponse(ctx, nil, body)).JSON201
	got["trip"] = []string{trip.Name, trip.StartsAt.String()}
	got["duplicate"] = must(client.CreateTripWithResponse(ctx, nil, body)).JSON201

	moment := time.Date(2031, 4, 19, 10, 0, 0, 0, time.UTC)
	museum := "Tile museum"
	activity := must(client.CreateActivityWithResponse(ctx, trip.Id, nil,
		trips.CreateActivityBody{Name: &museum, StartsAt: &moment})).JSON201
	got["activity"] = []any{activity.Name, activity.StartsAt.Equal(moment)}

	page := 1
	later := must(client.ListActivitiesV2WithResponse(ctx, trip.Id,
		&trips.ListActivitiesV2Params{Page: &page, UpdatedSince: &moment})).JSON200
	got["later"] = namesOf(later.Results, nameOfActivity)
	listed := must(client.ListActivitiesV2WithResponse(ctx, trip.Id, nil)).JSON200
	got["listed"] = namesOf(listed.Results, nameOfActivity)
	all := must(client.ListTripsV2WithResponse(ctx, nil)).JSON200
	got["trips"] = namesOf(all.Results, nameOfTrip)

	azulejos := "Azulejos"
	changed := must(client.UpdateActivityWithResponse(ctx, trip.Id, activity.Id, nil,
		trips.UpdateActivityBody{Name: &azulejos})).JSON200
	got["changed"] = []any{changed.Name, changed.StartsAt.Equal(moment)}

	porto := "Porto"
	second := must(client.CreateTripWithResponse(ctx, nil, trips.CreateTripBody{Name: &porto})).JSON201
	moved := must(client.UpdateActivityWithResponse(ctx, trip.Id, activity.Id, nil,
		trips.UpdateActivityBody{UpdateTrip: &second.Id}))
	got["moved"] = []any{moved.StatusCode(), string(moved.Body)}
	movedTo := must(client.ListActivitiesV2WithResponse(ctx, second.Id, nil)).JSON200
	got["activities"] = namesOf(movedTo.Results, nameOfActivity)

	fields, leftOut := []string{"name"}, "id"
	narrow := must(client.ListTripsV2WithResponse(ctx,
		&trips.ListTripsV2Params{Fields: &fields, FieldsLeftOut: &leftOut})).Body
	var answer struct{ Results []any }
	must(0, json.Unmarshal(narrow, &answer))
	got["fields"] = answer.Results

	must(client.DeleteTripWithResponse(ctx, trip.Id, nil))
	got["deleted"] = must(client.GetTripV2WithResponse(ctx, trip.Id, nil)).JSON404.Detail
	deleted := true
	tombstones := must(client.ListTripsV2WithResponse(ctx,
		&trips.ListTripsV2Params{Deleted: &deleted})).JSON200.Results
	got["tombstones"] = len(tombstones) == 1 && tombstones[0].Id == trip.Id

	fmt.Println(string(must(json.Marshal(got))))
}
