package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
)

const (
	channelsCheck = "channels"
	// longWait is after what time messages of a channel that does not send have waited long.
	longWait = time.Hour
)

// channels checks whether messages wait because their channels do not send, and whether providers
// can call this server.
func channels(ctx context.Context, d *db.DB, c config.Config) Check {
	stuck, err := outgoing.ReadStuck(ctx, d, time.Now().UTC().Add(-longWait))
	if err != nil {
		return Check{channelsCheck, Failure, sentence(err), "Check that the database is one of firmhub."}
	}
	called, err := channel.CountCalled(ctx, d)
	if err != nil {
		return Check{channelsCheck, Failure, sentence(err), "Check that the database is one of firmhub."}
	}
	var found, do []string
	if len(stuck) > 0 {
		counts := make([]string, len(stuck))
		for i, of := range stuck {
			counts[i] = fmt.Sprintf("%s: %d", of.Status, of.Channels)
		}
		found = append(found, "Messages wait for more than an hour in channels that do not send ("+strings.Join(counts, ", ")+").")
		do = append(do, "Have the firms correct and test the channels that are Failing, and resume those that are Paused.")
	}
	if called > 0 && c.HooksURL() == "" {
		found = append(found, fmt.Sprintf("Providers of %d channels can't call this server: their hookUrl is null.", called))
		do = append(do, "Set FIRMHUB_PUBLIC_URL to the public https address of this server.")
	}
	if len(found) > 0 {
		return Check{channelsCheck, Warning, strings.Join(found, " "), strings.Join(do, " ")}
	}
	return Check{Name: channelsCheck, Status: OK, Found: "No messages wait for a channel that does not send."}
}
