package provider

import (
	"net"
	"strconv"
)

// Settings are the settings of a channel of any kind. Which of them a kind has, and which it
// needs, is in the table of [Kind.Settings]; the others are empty.
type Settings struct {
	BaseURL             string   `json:"baseUrl,omitempty"`
	APIVersion          string   `json:"apiVersion,omitempty"`
	PhoneNumberID       string   `json:"phoneNumberId,omitempty"`
	BusinessAccountID   string   `json:"businessAccountId,omitempty"`
	AccountSID          string   `json:"accountSid,omitempty"`
	From                string   `json:"from,omitempty"`
	MessagingServiceSID string   `json:"messagingServiceSid,omitempty"`
	Host                string   `json:"host,omitempty"`
	Port                int      `json:"port,omitempty"`
	Security            Security `json:"security,omitempty"`
	Username            string   `json:"username,omitempty"`
	FromName            string   `json:"fromName,omitempty"`
	ReplyTo             string   `json:"replyTo,omitempty"`
}

// Security is how a connection to a mail server is secured.
type Security string

// The kinds of security of a connection.
const (
	StartTLS Security = "StartTls" // plain at first; TLS before anything of the account is sent
	TLS      Security = "Tls"      // from the first byte
	None     Security = "None"
)

// Address returns host and port of the mail server.
func (s Settings) Address() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// Server returns the server that gets the secrets of the account, and how the connection to it is
// secured. Two settings with the same text send secrets to the same server.
func (s Settings) Server() string {
	if s.BaseURL != "" {
		return s.BaseURL
	}
	return s.Address() + " " + string(s.Security)
}

// Sender returns what people see as the sender of a channel whose provider was not asked yet.
func (s Settings) Sender(kind Kind) string {
	switch kind {
	case WhatsApp:
		return s.PhoneNumberID
	case SMS:
		if s.From == "" {
			return s.MessagingServiceSID
		}
		return s.From
	case Email:
		return s.From
	case Sandbox:
		return "sandbox"
	}
	return ""
}
