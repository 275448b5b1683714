package main

import (
	"fmt"
	"slices"

	"github.com/anishathalye/porcupine"
)

// Where an item is, and how; trip -1: it has not been made.
type place struct {
	trip int
	live bool
	name string
}

// What is known of an item, in all trips at once, for every reader.
type whereabouts struct {
	might []place
	// Operations without an answer, as in a cell.
	waits []*operation
}

// An operation, as seen by one item.
type look struct {
	*operation
	item string
}

var ofItems = porcupine.Model{
	Init: func() any { return whereabouts{might: []place{{trip: -1}}} },
	Step: func(from, input, _ any) (bool, any) {
		next := from.(whereabouts).after(input.(look))
		return len(next.might) > 0, next
	},
	Equal: func(one, other any) bool {
		a, b := one.(whereabouts), other.(whereabouts)
		return slices.Equal(a.might, b.might) && slices.Equal(a.waits, b.waits)
	},
}

// moved are the items that a move was about.
func moved(history []*operation) []string {
	var found []string
	for _, one := range history {
		if one.Kind == "move" && !slices.Contains(found, one.Item) {
			found = append(found, one.Item)
		}
	}
	return found
}

// aboutItem is what changes an item or shows whether it is in a trip, since it was made.
func aboutItem(history []*operation, item string) []porcupine.Operation {
	var found []porcupine.Operation
	var made int64
	for _, one := range history {
		if one.Kind == "create" && one.Item == item {
			made = one.Call
		}
	}
	for _, one := range history {
		if one.Return < made || one.Item != "" && one.Item != item {
			continue
		}
		isRead := one.Kind == "read" && one.Status == "ok" && one.View.Items != nil
		isWrite := one.Item != "" && (one.Status == "ok" || one.Status == "unknown")
		if isRead || isWrite && one.Kind != "repeat" || one.Kind == "quiet" {
			found = append(found, as(look{one, item}, one))
		}
	}
	return found
}

// to is where the operation brings an item that is there, and whether it can.
func (one *operation) to(at place) (place, bool) {
	here := at.live && at.trip == one.Trip
	switch one.Kind {
	case "create":
		return place{one.Trip, true, one.Name}, at.trip < 0
	case "write":
		return place{at.trip, true, one.Name}, here
	case "move":
		return place{one.To, true, one.Name}, here
	case "delete":
		return place{at.trip, false, at.name}, here
	case "restore":
		return place{at.trip, true, at.name}, at.trip >= 0
	}
	panic("no write " + one.Kind)
}

func (w whereabouts) after(l look) whereabouts {
	switch {
	case l.Kind == "quiet":
		return whereabouts{might: w.might}
	case l.Kind == "read":
		return w.that(func(at place) bool {
			seen := l.View.Items[l.item]
			if seen != nil {
				return at == place{l.Trip, true, seen.Name}
			}
			return !(at.live && at.trip == l.Trip)
		})
	case l.Status == "unknown":
		return whereabouts{w.might, append(slices.Clip(w.waits), l.operation)}.closed()
	}
	next := whereabouts{waits: w.waits}
	for _, at := range w.might {
		if to, ok := l.to(at); ok && !slices.Contains(next.might, to) {
			next.might = append(next.might, to)
		}
	}
	return next.closed()
}

func (w whereabouts) that(fits func(place) bool) whereabouts {
	not := func(at place) bool { return !fits(at) }
	return whereabouts{slices.DeleteFunc(slices.Clone(w.might), not), w.waits}.closed()
}

// closed adds where what waits could bring it.
func (w whereabouts) closed() whereabouts {
	might := slices.Clone(w.might)
	for at := 0; at < len(might); at++ {
		for _, one := range w.waits {
			if to, ok := one.to(might[at]); ok && !slices.Contains(might, to) {
				might = append(might, to)
			}
		}
	}
	slices.SortFunc(might, func(a, b place) int {
		return slices.Compare([]byte(fmt.Sprint(a)), []byte(fmt.Sprint(b)))
	})
	return whereabouts{might, w.waits}
}
