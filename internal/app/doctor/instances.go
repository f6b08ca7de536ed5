package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/firmhub/firmhub/internal/app/config"
	messages "github.com/firmhub/firmhub/realtime/broker"
)

// broker checks that the NATS servers answer.
func broker(ctx context.Context, c config.Config) Check {
	const name = "broker"
	switch {
	case c.NATSURL == "":
		return Check{Name: name, Status: OK, Found: "None is set: this is a single instance."}
	case !messages.ValidURL(c.NATSURL):
		return Check{name, Failure, config.NATSURL + " can't be used.", "Set it to nats://host:4222 or tls://host:4222."}
	}
	ctx, cancel := limited(ctx)
	defer cancel()
	server, err := messages.Reachable(ctx, c.NATSURL)
	if err != nil {
		return Check{
			name, Failure, sentence(fmt.Errorf("NATS: %w", err)),
			"Check host, port, user and password in " + config.NATSURL + ", and that the server runs. " +
				"Until then instances hear nothing of each other.",
		}
	}
	if strings.HasPrefix(c.DatabaseURL, "sqlite://") {
		return Check{
			name, Warning, "NATS at " + server + ", with a database in SQLite, which one instance alone can use.",
			"Set " + config.DatabaseURL + " to a PostgreSQL, or unset " + config.NATSURL + ".",
		}
	}
	return Check{Name: name, Status: OK, Found: "NATS at " + server + "."}
}

const serverCheck = "server"

// server asks the server at a URL, if there is one, whether it is ready. It also returns its clock.
func server(ctx context.Context, url string) (Check, *offset) {
	ctx, cancel := limited(ctx)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/readyz", http.NoBody)
	if err != nil {
		return Check{serverCheck, Failure, sentence(err), "Correct FIRMHUB_ADDR."}, nil
	}
	asked := time.Now()
	answer, err := http.DefaultClient.Do(request)
	if refused, ok := errors.AsType[*net.OpError](err); ok && refused.Op == "dial" {
		return Check{Name: serverCheck, Status: OK, Found: "None runs at " + url + "."}, nil
	}
	if ctx.Err() != nil {
		found := "The one at " + url + ": " + sentence(context.Cause(ctx))
		return Check{serverCheck, Failure, found, "See its log, or stop it."}, nil
	}
	if err != nil {
		return strange(url), nil
	}
	defer func() { _ = answer.Body.Close() }()
	var clock *offset
	if date, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		clock = between(asked, time.Now(), date, time.Second)
	}
	const bodyLimit = 64 << 10
	var health struct{ Status, Reason string }
	if json.NewDecoder(io.LimitReader(answer.Body, bodyLimit)).Decode(&health) != nil || health.Status == "" {
		return strange(url), nil
	}
	if answer.StatusCode != http.StatusOK {
		return Check{
			serverCheck, Failure, fmt.Sprintf("The one at %s is not ready: %s.", url, health.Reason),
			"See the other checks, and its log.",
		}, clock
	}
	return Check{Name: serverCheck, Status: OK, Found: "One runs at " + url + ", and is ready."}, clock
}

// strange is the check of a server that is not firmhub.
func strange(url string) Check {
	return Check{serverCheck, Failure, "At " + url + " something answers that is not firmhub.", "Stop it, or set FIRMHUB_ADDR to a free port."}
}
