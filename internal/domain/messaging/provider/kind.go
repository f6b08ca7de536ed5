package provider

// Kind is a kind of provider, and so of channel.
type Kind string

// The kinds of providers.
const (
	WhatsApp Kind = "WhatsApp" // the Cloud API of Meta
	SMS      Kind = "Sms"      // Twilio, and servers with the same API
	Email    Kind = "Email"    // a mail server, by SMTP
	Sandbox  Kind = "Sandbox"  // inside this server, for demos and tests
)

// Kinds are all kinds, in the order in which people see them.
var Kinds = []Kind{WhatsApp, SMS, Email, Sandbox}

// IsKnown reports whether k is one of [Kinds].
func (k Kind) IsKnown() bool {
	_, ok := specs[k]
	return ok
}

// MaxPerSecond is the maximum number of messages that a channel may send in a second.
const MaxPerSecond = 10_000

// PerSecond returns how many messages a channel of this kind sends in a second by default.
func (k Kind) PerSecond() int { return specs[k].perSecond }

// Secrets returns the names of the secrets of this kind.
func (k Kind) Secrets() []string {
	names := make([]string, len(specs[k].secrets))
	for i, secret := range specs[k].secrets {
		names[i] = secret.name
	}
	return names
}

// Settings returns the names of the settings of this kind.
func (k Kind) Settings() []string {
	names := make([]string, len(specs[k].settings))
	for i, setting := range specs[k].settings {
		names[i] = setting.name
	}
	return names
}
