package app_test

import (
	"bytes"
	"log/slog"
	"os"
	"sync"
	"testing"

	"github.com/firmhub/firmhub/internal/app/logger"
)

// journal is the log of this test binary.
var journal = &buffer{}

type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func TestMain(m *testing.M) {
	settings, err := logger.Parse("debug,json")
	if err != nil {
		panic(err)
	}
	slog.SetDefault(logger.New(settings, journal))
	os.Exit(m.Run())
}
