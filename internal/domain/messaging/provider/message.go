package provider

import (
	"context"
	"io"
	"net/url"

	"github.com/google/uuid"
)

// Message is a message to send.
type Message struct {
	// ID is our id. The provider returns it in statuses where it can.
	ID uuid.UUID
	To Address
	// Category is Marketing, Utility, Authentication or Service.
	Category string
	// Subject and HTML are for mail. HTML is the second form of Body and may be empty.
	Subject, Body, HTML string
	// Template is set instead of Body where the provider fills in the template, which only
	// WhatsApp does.
	Template *Template
	// Media is set instead of Body, or is attached to a mail.
	Media *Media
	// ReplyTo is the provider's id of the message that this one answers, or "".
	ReplyTo string
	// Unsubscribe is where a POST request ends further marketing mail, or nil.
	Unsubscribe *url.URL
}

// Marketing is the category of messages that need a way to unsubscribe.
const Marketing = "Marketing"

// AddressKind is what kind of address a recipient or sender has.
type AddressKind string

// The kinds of addresses.
const (
	Phone        AddressKind = "Phone"        // E.164
	EmailAddress AddressKind = "Email"        // an e-mail address
	WhatsAppUser AddressKind = "WhatsAppUser" // the id of a user of WhatsApp, as the firm's provider knows it
)

// Address is where a message goes to.
type Address struct {
	Kind  AddressKind
	Value string
}

// Template names a template that the provider has, with the values of its parameters.
type Template struct {
	Name, Language string
	// Named reports whether the template was registered with named parameters; else they are
	// numbered in their order.
	Named        bool
	Header, Body []Parameter
	// HeaderMedia is the picture or document in the header, or nil.
	HeaderMedia *Media
	Buttons     []Button
}

// Parameter is a value of a template. Name is the name of a named one.
type Parameter struct{ Name, Value string }

// Button is the value of a button of a template.
type Button struct {
	// Index is the position among the buttons, from 0.
	Index int
	// Type is one of the constants below.
	Type  ButtonType
	Value string
}

// ButtonType is the type of a button.
type ButtonType string

// The types of buttons. A Phone has no value at sending.
const (
	ButtonURL        ButtonType = "Url"
	ButtonCopyCode   ButtonType = "CopyCode"
	ButtonQuickReply ButtonType = "QuickReply"
	ButtonPhone      ButtonType = "Phone"
)

// Media is a file to send. Either Link or Open is set.
type Media struct {
	// Key is the same for files with the same content, so that an adapter may upload it once for
	// several messages. Without it each message has a file of its own.
	Key string `json:"-"`
	// Link is a public URL from which the provider fetches the file.
	Link string
	// Open returns the content of Size bytes. It is called again if the message is.
	Open                           func(ctx context.Context) (io.ReadCloser, error) `json:"-"`
	Size                           int64
	ContentType, FileName, Caption string
}
