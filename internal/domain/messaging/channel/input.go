package channel

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const maxName = 100

// Settings are the settings of a channel in the API. Nil means that it has no such setting.
type Settings struct {
	BaseURL             *string
	APIVersion          *string
	PhoneNumberID       *string
	BusinessAccountID   *string
	AccountSID          *string
	From                *string
	MessagingServiceSID *string
	Host                *string
	Port                *int
	Security            *provider.Security
	Username            *string
	FromName            *string
	ReplyTo             *string
}

func shownSettings(s provider.Settings) Settings {
	return Settings{
		BaseURL: set(s.BaseURL), APIVersion: set(s.APIVersion), PhoneNumberID: set(s.PhoneNumberID),
		BusinessAccountID: set(s.BusinessAccountID), AccountSID: set(s.AccountSID), From: set(s.From),
		MessagingServiceSID: set(s.MessagingServiceSID), Host: set(s.Host), Port: set(s.Port), Security: set(s.Security),
		Username: set(s.Username), FromName: set(s.FromName), ReplyTo: set(s.ReplyTo),
	}
}

func (s *Settings) given() provider.Settings {
	if s == nil {
		return provider.Settings{}
	}
	return provider.Settings{
		BaseURL: value(s.BaseURL), APIVersion: value(s.APIVersion), PhoneNumberID: value(s.PhoneNumberID),
		BusinessAccountID: value(s.BusinessAccountID), AccountSID: value(s.AccountSID), From: value(s.From),
		MessagingServiceSID: value(s.MessagingServiceSID), Host: value(s.Host), Port: value(s.Port), Security: value(s.Security),
		Username: value(s.Username), FromName: value(s.FromName), ReplyTo: value(s.ReplyTo),
	}
}

// set returns nil for the zero value.
func set[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func value[T any](v *T) (zero T) {
	if v == nil {
		return zero
	}
	return *v
}

// Secrets are changes of secrets by name. Nil removes a secret, and those not named stay.
type Secrets struct {
	secret.Hidden

	changes map[string]*string
}

// Put sets a secret, or removes it if text is nil.
func (s *Secrets) Put(name string, text *string) {
	if s.changes == nil {
		s.changes = map[string]*string{}
	}
	s.changes[name] = text
}

// sets reports whether a secret is set to a value, perhaps the present one.
func (s *Secrets) sets(name string) bool { return s != nil && s.changes[name] != nil }

// apply makes the changes, and returns the names of the secrets that got another value.
func (s *Secrets) apply(secrets provider.Secrets) (changed []string) {
	if s == nil {
		return nil
	}
	for name, text := range s.changes {
		before, was := secrets[name]
		switch {
		case text == nil:
			delete(secrets, name)
		case !was || before != *text:
			secrets[name] = *text
			changed = append(changed, name)
		}
	}
	return changed
}

// CreateInput describes a new channel.
type CreateInput struct {
	Name     string
	Kind     provider.Kind
	Settings *Settings
	Secrets  *Secrets
	// MessagesPerSecond is that of the kind if it is nil.
	MessagesPerSecond *int
	// IsDefault makes it the default channel of its kind. The first one of a kind always is.
	IsDefault bool
}

// UpdateInput describes changes of a channel. Nil fields do not change.
type UpdateInput struct {
	ID   uuid.UUID
	Name *string
	// Kind is ignored: the kind of a channel does not change.
	Kind *provider.Kind
	// Settings replace all settings.
	Settings          *Settings
	Secrets           *Secrets
	MessagesPerSecond *int
	IsDefault         *bool
}

// Validate trims the name, and returns the faults of the fields that every kind of channel has.
// What the others may have depends on the kind.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	checkName(&faults, &in.Name)
	checkRate(&faults, in.MessagesPerSecond)
	return faults
}

// Validate does the same as [CreateInput.Validate] for the fields that are given.
func (in *UpdateInput) Validate() fault.Details {
	var faults fault.Details
	checkName(&faults, in.Name)
	checkRate(&faults, in.MessagesPerSecond)
	return faults
}

func checkName(faults *fault.Details, name *string) {
	if name != nil {
		plaintext.CheckName(faults, "name", name, maxName)
	}
}

func checkRate(faults *fault.Details, rate *int) {
	if rate != nil && (*rate < 1 || *rate > provider.MaxPerSecond) {
		faults.Add("messagesPerSecond", "must be from 1 to %d", provider.MaxPerSecond)
	}
}

// Ref names a channel to act on.
type Ref struct{ ID uuid.UUID }
