package main

import "strings"

// A read: one item, if it names one, otherwise all that its view shows.
func (s *state) read(p part) bool {
	if p.Status == "missing" {
		key := itemKey(p.Trip, p.Item)
		return s.couldBe(p.User, p.Trip, is("")) || p.Item != "" && s.get(key).could(not(isLive))
	}
	if p.Status != "ok" {
		return false
	}
	if p.User != owner && !s.require(memberKey(p.Trip, p.User), isThere) {
		return false
	}
	v := p.View
	return s.readItems(p, v) && s.readMembers(p.Trip, v) &&
		(v.Title == nil || s.require(titleKey(p.Trip), is(*v.Title))) &&
		(v.Version == 0 || s.showsTrip(p.Trip, v.Version))
}

func (s *state) readItems(p part, v *view) bool {
	for id, one := range v.Items {
		key := itemKey(p.Trip, id)
		if !s.require(key, is("L "+one.Name)) || one.Version > 0 && !s.shows(p.Trip, key, one.Version) {
			return false
		}
	}
	if v.Items == nil || p.Item != "" {
		return true
	}
	prefix := itemKey(p.Trip, "")
	for key, c := range s.cells {
		id, ok := strings.CutPrefix(key, prefix)
		if ok && v.Items[id] == nil && c.could(isLive) && !s.require(key, not(isLive)) {
			return false
		}
	}
	return true
}

func (s *state) readMembers(t int, v *view) bool {
	if v.Members == nil {
		return true
	}
	for user, right := range v.Members {
		if !s.require(memberKey(t, user), is(right)) {
			return false
		}
	}
	prefix := memberKey(t, "")
	for key := range s.cells {
		user, ok := strings.CutPrefix(key, prefix)
		if _, listed := v.Members[user]; ok && !listed && !s.require(key, is("")) {
			return false
		}
	}
	return true
}
