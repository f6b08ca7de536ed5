package broker

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
)

// Reachable connects once to the NATS servers at a URL, and waits for one answer. [ValidURL] must
// be true for the URL. It returns the address of the server, without a password.
func Reachable(ctx context.Context, servers string) (server string, err error) {
	conn, err := nats.Connect(servers, nats.Name("firmhub doctor"), nats.Timeout(connectTimeout))
	if err != nil {
		return "", fmt.Errorf("connect: %w", err)
	}
	defer conn.Close()
	if err := conn.FlushWithContext(ctx); err != nil {
		return "", fmt.Errorf("ping: %w", err)
	}
	return conn.ConnectedUrlRedacted(), nil
}
