package app

import (
	"crypto/rand"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/email"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sandbox"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sms"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

// providerLimit is the maximum time of a call of a provider, and providerAnswer the maximum size of
// its answer in bytes.
const (
	providerLimit  = 30 * time.Second
	providerAnswer = 1 << 20
	// fileLimit is the maximum time of the transfer of a file.
	fileLimit = 5 * time.Minute
)

// newChannels returns the manager of channels, with an adapter for each kind of provider.
func (a *App) newChannels(key *secret.Key, guard *outbound.Guard, limits config.RateLimits) *channel.Manager {
	client := guard.Client(outbound.Limits{Time: providerLimit, Body: providerAnswer})
	files := guard.Client(outbound.Limits{Time: fileLimit, Body: provider.MaxMedia})
	return channel.NewManager(a.DB, channel.Config{
		Key: key, Guard: guard, Hooks: a.config.HooksURL(), Notifications: a.Notifications, NoRateLimit: limits.Off,
		Adapters: map[provider.Kind]provider.Adapter{
			provider.WhatsApp: whatsapp.New(client, files, time.Now),
			provider.SMS:      sms.New(client, files, time.Now),
			provider.Email:    email.New(guard.DialContext, nil, time.Now),
			provider.Sandbox:  sandbox.New(sandboxKey(), time.Now, a.sandboxHook),
		},
	})
}

// sandboxKey returns the key of the hooks of the sandbox, which only this process calls.
func sandboxKey() []byte {
	key := make([]byte, secret.KeySize)
	_, _ = rand.Read(key) // never fails
	return key
}

// sandboxHook receives a hook of the sandbox after a time, unless the server stops before.
func (a *App) sandboxHook(account uuid.UUID, after time.Duration, call provider.Hook) {
	time.AfterFunc(after, func() {
		if a.stopping.Err() != nil {
			return
		}
		if err := a.hooks.Receive(a.stopping, account, call); err != nil {
			slog.ErrorContext(a.stopping, "a hook of the sandbox is lost", "channel", account, "error", err)
		}
	})
}
