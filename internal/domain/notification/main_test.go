package notification_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain runs the property tests with fewer random cases than usual, unless FIRMHUB_TEST_LONG is
// set: each case is some thirty changes of a real database.
func TestMain(m *testing.M) {
	flag.Parse()
	const usual, short = "100", "30"
	if checks := flag.Lookup("rapid.checks"); os.Getenv("FIRMHUB_TEST_LONG") == "" && checks.Value.String() == usual {
		if err := checks.Value.Set(short); err != nil {
			panic(err)
		}
	}
	m.Run()
}
