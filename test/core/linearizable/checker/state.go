package main

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
)

// A cell is what a trip knows of one thing. Values are "" (not there), "L name" and "D name" for an
// item that is live or deleted, "v" and "e" for a member who views or edits, or the title.
type cell struct {
	// All that it might be. More than one value only while something waits.
	might []string
	// Effects of requests without an answer. Each may occur at any moment until all is quiet, or not
	// at all. That one occurs twice is not excluded here, but by answers and by lists.
	waits []effect
	// The highest version that was shown, and whether nothing has changed since.
	version int
	fresh   bool
	// How often all tags of the trip had changed when it was written; -1 after a restore.
	tags int
}

type effect struct{ kind, arg string }

// on is the value after the effect, and whether the effect is possible at all.
func (e effect) on(value string) (string, bool) {
	live := strings.HasPrefix(value, "L ")
	switch e.kind {
	case "create", "in":
		return "L " + e.arg, value == ""
	case "write":
		return "L " + e.arg, live
	case "delete":
		return strings.Replace(value, "L ", "D ", 1), live
	case "restore":
		return strings.Replace(value, "D ", "L ", 1), value != ""
	case "out":
		return "", live
	case "rights":
		return e.arg, value != ""
	case "invite":
		if value != "" {
			return value, true
		}
		return e.arg, true
	case "remove":
		return "", true
	case "rename":
		return e.arg, true
	}
	panic("no effect " + e.kind)
}

// A trip as a whole: its version, and what is known of the next one shown.
type trip struct {
	version int
	grows   growth
	waiting bool
	// How often all tags of the trip have changed: with rights, and by promotions.
	tags int
	// Whether a standby has been promoted.
	promoted bool
}

type growth int

const (
	exact growth = iota
	may
	must
)

type state struct {
	cells map[string]*cell
	trips [3]trip
	// Of the cells: states are compared often.
	hash uint64
}

// start is a state in which the trips are new, with the titles that the recorder gives them.
func start() *state {
	s := &state{cells: map[string]*cell{}}
	for t := range s.trips {
		s.trips[t].grows = must
		s.set(titleKey(t), cell{might: []string{fmt.Sprint("trip ", t)}})
	}
	return s
}

func hashOf(key string, c *cell) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, key, *c)
	return h.Sum64()
}

func (s *state) copy() *state {
	return &state{cells: maps.Clone(s.cells), trips: s.trips, hash: s.hash}
}

func equal(one, other *state) bool { return one.hash == other.hash && one.trips == other.trips }

var absent = &cell{might: []string{""}}

func (s *state) get(key string) *cell {
	if c, ok := s.cells[key]; ok {
		return c
	}
	return absent
}

// set keeps a cell, with all that might become of it by what waits.
func (s *state) set(key string, c cell) {
	for at := 0; at < len(c.might); at++ {
		for _, e := range c.waits {
			if next, ok := e.on(c.might[at]); ok && !slices.Contains(c.might, next) {
				c.might = append(slices.Clip(c.might), next)
			}
		}
	}
	slices.Sort(c.might)
	if old, ok := s.cells[key]; ok {
		s.hash ^= hashOf(key, old)
	}
	s.cells[key] = &c
	s.hash ^= hashOf(key, &c)
}

// Whether the cell might have such a value.
func (c *cell) could(fits func(string) bool) bool { return slices.ContainsFunc(c.might, fits) }

func is(value string) func(string) bool { return func(v string) bool { return v == value } }
func isThere(value string) bool         { return value != "" }
func isLive(value string) bool          { return strings.HasPrefix(value, "L ") }
func not(fits func(string) bool) func(string) bool {
	return func(v string) bool { return !fits(v) }
}

// require leaves of the cell what fits; false if nothing does.
func (s *state) require(key string, fits func(string) bool) bool {
	c := *s.get(key)
	if !c.could(not(fits)) {
		return true
	}
	c.might = slices.DeleteFunc(slices.Clone(c.might), not(fits))
	if len(c.might) == 0 {
		return false
	}
	s.set(key, c)
	return true
}

// change lets an effect occur whose answer showed that version of the item, or none (0).
func (s *state) change(t int, key string, e effect, version int) bool {
	c := *s.get(key)
	changed, same, next := false, false, []string{}
	for _, value := range c.might {
		if after, ok := e.on(value); ok {
			changed = changed || after != value
			same = same || after == value
			if !slices.Contains(next, after) {
				next = append(next, after)
			}
		}
	}
	if len(next) == 0 {
		return false
	}
	of := &s.trips[t]
	c.might, c.tags = next, of.tags
	c.fresh = c.fresh && !changed
	if e.kind == "restore" || version == 0 && changed && same {
		c.tags = -1
	}
	if e.kind == "rights" || e.kind == "invite" || e.kind == "remove" {
		of.tags++
	}
	if version > 0 {
		if version <= of.version || version <= c.version {
			return false
		}
		c.version, c.fresh = version, true
		of.version, of.grows = version, exact
	} else if changed && !same {
		of.grows = must
	} else if of.grows == exact {
		of.grows = may
	}
	s.set(key, c)
	return true
}

// wait lets an effect occur at any moment from now on.
func (s *state) wait(t int, key string, e effect) {
	c := *s.get(key)
	if !slices.Contains(c.waits, e) {
		c.waits = append(slices.Clip(c.waits), e)
	}
	s.set(key, c)
	s.trips[t].waiting = true
}

// quiet ends all waiting in a trip.
func (s *state) quiet(t int) {
	for key, c := range s.cells {
		if len(c.waits) > 0 && tripOf(key) == t {
			calm := *c
			calm.waits, calm.fresh, calm.tags = nil, false, -1
			s.set(key, calm)
		}
	}
	if s.trips[t].waiting {
		s.trips[t].waiting = false
		s.trips[t].grows = max(s.trips[t].grows, may)
	}
}

// shows the version of an item: the last one, if nothing has changed, else a higher one.
func (s *state) shows(t int, key string, version int) bool {
	c, of := *s.get(key), &s.trips[t]
	unsure := len(c.waits) > 0
	switch {
	case version < c.version, c.fresh && !unsure && version != c.version:
		return false
	case !c.fresh && !unsure && version == c.version && c.tags != -1:
		return false
	case version > of.version && of.grows == exact && !of.waiting:
		return false
	case version > of.version:
		of.version, of.grows = version, may
	}
	if c.version != version || !c.fresh {
		c.version, c.fresh = version, true
		s.set(key, c)
	}
	return true
}

// showsTrip is the same for the version of the trip itself.
func (s *state) showsTrip(t, version int) bool {
	of := &s.trips[t]
	if version < of.version || of.grows == must && version == of.version ||
		of.grows == exact && !of.waiting && version != of.version {
		return false
	}
	of.version, of.grows = version, exact
	return true
}
