package main

import "fmt"

// An operation, as the recorder writes it.
type operation struct {
	Client    int    `json:"client"`
	Call      int64  `json:"call"`
	Return    int64  `json:"ret"`
	Kind      string `json:"kind"`
	User      string `json:"user"`
	Trip      int    `json:"trip"`
	To        int    `json:"to"`
	Item      string `json:"item"`
	Name      string `json:"name"`
	Target    string `json:"target"`
	Right     string `json:"right"`
	IfVersion int    `json:"ifVersion"`
	IfName    string `json:"ifName"`
	Status    string `json:"status"`
	Version   int    `json:"version"`
	View      *view  `json:"view"`
	text      string
}

// What a reader was shown. What is null was not asked for; a list is complete.
type view struct {
	Version int               `json:"version"`
	Title   *string           `json:"title"`
	Items   map[string]*shown `json:"items"`
	Members map[string]string `json:"members"`
}

type shown struct {
	Name    string `json:"name"`
	Version int    `json:"version"`
}

// The owner of all trips has every right, always.
const owner = "olga"

func itemKey(t int, item string) string   { return fmt.Sprint(t, " item ", item) }
func memberKey(t int, user string) string { return fmt.Sprint(t, " member ", user) }
func titleKey(t int) string               { return fmt.Sprint(t, " title") }
func tripOf(key string) int               { return int(key[0] - '0') }

// A part of an operation: what it does in one trip.
type part struct {
	*operation
	trip int
}

// step is the state after the part, or nil where its answer cannot be explained.
func step(from *state, p part) *state {
	s := from.copy()
	if !s.take(p) {
		return nil
	}
	return s
}

func (s *state) take(p part) bool {
	item := itemKey(p.Trip, p.Item)
	switch p.Kind {
	case "create":
		return s.write(p, p.Trip, item, effect{"create", p.Name}, false)
	case "write", "delete":
		return s.write(p, p.Trip, item, effect{p.Kind, p.Name}, true)
	case "rename":
		return s.write(p, p.Trip, titleKey(p.Trip), effect{"rename", p.Name}, false)
	case "move":
		return s.move(p)
	case "restore":
		return s.restore(p)
	case "rights", "invite", "remove":
		return s.manage(p, memberKey(p.Trip, p.Target), effect{p.Kind, p.Right})
	case "read":
		return s.read(p)
	case "repeat":
		return p.Status != "again"
	case "quiet":
		s.quiet(p.trip)
		return true
	case "promotion":
		s.trips[p.trip].tags++
		s.trips[p.trip].promoted = true
		return true
	}
	panic("no operation " + p.Kind)
}

// edits leaves the states in which the user may edit.
func (s *state) edits(user string, t int) bool {
	return user == owner || s.require(memberKey(t, user), is("e"))
}

func (s *state) couldBe(user string, t int, fits func(string) bool) bool {
	if user == owner {
		return fits("e")
	}
	return s.get(memberKey(t, user)).could(fits)
}

// A write in one trip; `named` if it names an item, which must be live.
func (s *state) write(p part, t int, key string, e effect, named bool) bool {
	c := s.get(key)
	switch p.Status {
	case "unknown":
		s.wait(t, key, e)
		return true
	case "ok":
		return s.edits(p.User, t) && s.matches(p, t, key) && s.change(t, key, e, p.Version)
	case "conflict":
		return s.edits(p.User, t) && s.require(key, isLive) && !s.surelyMatches(p, key)
	case "missing":
		return s.couldBe(p.User, t, is("")) || named && c.could(not(isLive))
	case "forbidden":
		return s.couldBe(p.User, t, is("v")) && (!named || c.could(isLive))
	}
	return false
}

// Whether the item can be as the condition of the request says. A read under way during a promotion
// is left out, and may have shown the version.
func (s *state) matches(p part, t int, key string) bool {
	c := s.get(key)
	isShown := c.fresh && c.version == p.IfVersion
	isLeftOut := !c.fresh && p.IfVersion > c.version && s.trips[t].promoted
	if p.IfVersion > 0 && len(c.waits) == 0 && !isShown && !isLeftOut {
		return false
	}
	return p.IfName == "" || s.require(key, is("L "+p.IfName))
}

func (s *state) surelyMatches(p part, key string) bool {
	c := s.get(key)
	if len(c.waits) > 0 {
		return false
	}
	// A tag may change without the object: when a right of the reader does, or by a promotion.
	isSame := !c.could(not(is("L " + p.IfName)))
	isSameTag := p.IfName != "" && isSame && c.tags == s.trips[p.Trip].tags
	return isSameTag || p.IfVersion > 0 && c.fresh && c.version == p.IfVersion
}

// A move takes an item out of one trip, or puts it into another, with a new name: the part decides.
func (s *state) move(p part) bool {
	key := itemKey(p.trip, p.Item)
	if p.trip == p.To {
		return s.arrive(p, key)
	}
	out := effect{"out", ""}
	if p.Status == "forbidden" {
		// Perhaps it must not go where it was to go.
		return s.couldBe(p.User, p.trip, isThere) && s.get(key).could(isLive)
	}
	return s.write(p, p.trip, key, out, true)
}

func (s *state) arrive(p part, key string) bool {
	in := effect{"in", p.Name}
	switch p.Status {
	case "unknown":
		s.wait(p.To, key, in)
	case "ok":
		return s.edits(p.User, p.To) && s.change(p.To, key, in, 0)
	}
	return true
}

// A restore names no trip: it is about the one in which the item is.
func (s *state) restore(p part) bool {
	t, key, again := p.trip, itemKey(p.trip, p.Item), effect{"restore", ""}
	c := s.get(key)
	isElsewhere := c.could(is(""))
	switch p.Status {
	case "unknown":
		s.wait(t, key, again)
	case "ok":
		if !isElsewhere {
			return s.edits(p.User, t) && s.change(t, key, again, 0)
		}
		// Here or elsewhere: the next look will tell.
		if c.could(isThere) {
			s.wait(t, key, again)
		}
	case "missing":
		return isElsewhere || s.couldBe(p.User, t, is(""))
	case "forbidden":
		return isElsewhere || s.couldBe(p.User, t, is("v"))
	}
	return true
}

// What the owner does with members.
func (s *state) manage(p part, key string, e effect) bool {
	switch p.Status {
	case "unknown":
		s.wait(p.Trip, key, e)
		return true
	case "ok":
		return s.change(p.Trip, key, e, 0)
	case "missing":
		return s.get(key).could(is(""))
	}
	return false
}
