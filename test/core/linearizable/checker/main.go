// The command judges histories of the service: `checker [-seconds n] file...`. A file has an
// operation as JSON in each line. It is judged by trip, and then by item, of which a move is one
// step in both trips. Prints a line for each file; exits with 1 unless all are linearizable.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

var ofTrips = porcupine.Model{
	Init: func() any { return start() },
	Step: func(from, input, _ any) (bool, any) {
		next := step(from.(*state), input.(part))
		return next != nil, next
	},
	Equal: func(one, other any) bool { return equal(one.(*state), other.(*state)) },
	Hash:  func(one any) uint64 { return one.(*state).hash },
}

// read is the history in a file.
func read(path string) ([]*operation, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var history []*operation
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		one := &operation{text: lines.Text()}
		if err := json.Unmarshal(lines.Bytes(), one); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(history)+1, err)
		}
		history = append(history, one)
	}
	return history, lines.Err()
}

func as(input any, one *operation) porcupine.Operation {
	return porcupine.Operation{
		ClientId: one.Client, Input: input, Call: one.Call, Return: one.Return, Metadata: one,
	}
}

// inTrip is the part of the history in a trip.
func inTrip(history []*operation, t int) []porcupine.Operation {
	var found []porcupine.Operation
	for _, one := range history {
		everywhere := one.Kind == "restore" || one.Kind == "quiet" || one.Kind == "promotion"
		if everywhere || one.Trip == t || one.Kind == "move" && one.To == t {
			found = append(found, as(part{one, t}, one))
		}
	}
	return found
}

// offender tells what no order explains: the first to end among those that no order reached.
func offender(history []porcupine.Operation, info porcupine.LinearizationInfo) string {
	var longest []porcupine.Operation
	for _, found := range info.PartialLinearizationsOperations() {
		for _, one := range found {
			if len(one) > len(longest) {
				longest = one
			}
		}
	}
	reached := map[*operation]bool{}
	for _, one := range longest {
		reached[one.Metadata.(*operation)] = true
	}
	var first *operation
	for _, one := range history {
		if op := one.Metadata.(*operation); !reached[op] && (first == nil || op.Return < first.Return) {
			first = op
		}
	}
	text := fmt.Sprintf("  not explained: %s\n", first.text)
	for _, one := range longest {
		if op := one.Metadata.(*operation); first.Item != "" && op.Item == first.Item ||
			op.Return >= first.Call {
			text += "  after: " + op.text + "\n"
		}
	}
	return text
}

// judge is what is wrong with a history; empty if it is linearizable.
func judge(history []*operation, limit time.Duration) string {
	check := func(name string, model porcupine.Model, of []porcupine.Operation) string {
		switch result, info := porcupine.CheckOperationsVerbose(model, of, limit); result {
		case porcupine.Illegal:
			return name + ": not linearizable\n" + offender(of, info)
		case porcupine.Unknown:
			return name + ": not decided in time\n" + offender(of, info)
		}
		return ""
	}
	wrong := ""
	for t := range 3 {
		wrong += check(fmt.Sprint("trip ", t), ofTrips, inTrip(history, t))
	}
	for _, item := range moved(history) {
		wrong += check("item "+item, ofItems, aboutItem(history, item))
	}
	return wrong
}

func main() {
	seconds := flag.Int("seconds", 120, "how long each part of a history may take")
	flag.Parse()
	failed := false
	for _, path := range flag.Args() {
		history, err := read(path)
		if err != nil {
			fmt.Println(err)
			os.Exit(2)
		}
		wrong := judge(history, time.Duration(*seconds)*time.Second)
		failed = failed || wrong != ""
		if wrong == "" {
			wrong = fmt.Sprintf("%d operations, linearizable\n", len(history))
		}
		fmt.Printf("%s: %s", path, wrong)
	}
	if failed {
		os.Exit(1)
	}
}
