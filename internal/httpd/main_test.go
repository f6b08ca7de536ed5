package httpd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/graph"
	"github.com/firmhub/firmhub/internal/app/logger"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/rest"
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

// logged returns the lines of a request.
func logged(t *testing.T, requestID string) []map[string]any {
	t.Helper()
	journal.mu.Lock()
	all := journal.text.String()
	journal.mu.Unlock() // the requests under way wait for it
	var lines []map[string]any
	for text := range strings.Lines(all) {
		if !strings.Contains(text, requestID) {
			continue // there are many of other tests
		}
		line := map[string]any{}
		require.NoError(t, json.Unmarshal([]byte(text), &line), text)
		if line["request"] == requestID {
			lines = append(lines, line)
		}
	}
	return lines
}

// setup returns a server with a few mounts of each kind, which one handler serves.
type setup struct {
	next         http.Handler
	origins      []string
	authenticate func(ctx context.Context, token string, request viewer.Request) (*viewer.Viewer, error)
	recognise    func(ctx context.Context, key, firm string, request viewer.Request) (*viewer.Viewer, error)
	// named is whom every credential names by what is known without the database; nil is nobody.
	named   *viewer.Viewer
	observe func(httpd.Done)
	// limiter is the limiter of calls; nil sets no limits.
	limiter *httpd.Limiter
	// sendTimeout is how long a client may take for a piece of an answer; zero means the standard.
	sendTimeout time.Duration
}

func (s setup) handler() *httpd.Server {
	mounts := []httpd.Mount{
		{Path: "/graphql", Kind: httpd.API, Refuse: graph.Refuse},
		{Path: "/hub", Kind: httpd.API, Credential: httpd.Query},
		{Path: "/upload", Kind: httpd.Upload},
		{Path: "/export", Kind: httpd.Stream},
		{Path: "/content", Kind: httpd.Content},
		{Path: "/healthz", Kind: httpd.Probe, Unlimited: true},
		{Path: "/readyz", Kind: httpd.Probe},
		{Path: "/metrics", Kind: httpd.Probe},
	}
	for _, path := range []string{"/api/v1/auth/login", "/api/v1/auth/me", "/api/v1/roles", "/api/v1/roles/{id}", "/api/V1/Contact/update"} {
		mounts = append(mounts, httpd.Mount{Path: path, Kind: httpd.API})
	}
	for _, path := range []string{"/", "/docs", "/docs/assets/swagger-ui.js", "/graphql/playground", "/flush", "/hijack", "/m/{token}"} {
		mounts = append(mounts, httpd.Mount{Path: path, Kind: httpd.Page})
	}
	for i := range mounts {
		mounts[i].Handler = s.next
	}
	server, err := httpd.New(httpd.Options{
		Mounts: mounts, Refuse: rest.Refuse, Origins: s.origins, Observe: s.observe, Limiter: s.limiter,
		Bodies: httpd.NewBodies(s.credentials()),
	})
	if err != nil {
		panic(err)
	}
	if s.sendTimeout > 0 {
		httpd.SetSendTimeout(server, s.sendTimeout)
	}
	return server
}

func (s setup) credentials() *httpd.Credentials {
	ask := func(admit func(*viewer.Viewer) error, read func() (*viewer.Viewer, error)) (*viewer.Viewer, error) {
		if s.named != nil && admit != nil {
			if err := admit(s.named); err != nil {
				return nil, err
			}
		}
		return read()
	}
	return &httpd.Credentials{
		IsKey: apiclient.IsKey,
		Authenticate: func(
			ctx context.Context, token string, request viewer.Request, admit func(*viewer.Viewer) error,
		) (*viewer.Viewer, error) {
			return ask(admit, func() (*viewer.Viewer, error) { return s.authenticate(ctx, token, request) })
		},
		Recognise: func(
			ctx context.Context, key, firm string, request viewer.Request, admit func(*viewer.Viewer) error,
		) (*viewer.Viewer, error) {
			return ask(admit, func() (*viewer.Viewer, error) { return s.recognise(ctx, key, firm, request) })
		},
	}
}

// standardRate is the rate limit of calls.
var standardRate = httpd.Rate{PerSecond: 100, Burst: 200}

func ok(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }
