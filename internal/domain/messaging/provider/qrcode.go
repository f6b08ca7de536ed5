package provider

import "context"

// QRCode is a QR code that opens a chat, as a provider keeps it.
type QRCode struct {
	Code string
	// Text is what the message of whoever scans it begins with.
	Text string
	// Link is an https address: the content of the QR code.
	Link string
}

// QRCoder is implemented by an adapter whose provider keeps QR codes that open a chat. The outcome
// of each call is Taken, or says why not. All of them can be repeated.
type QRCoder interface {
	// QRCodes returns the first QR codes of the account, at most limit.
	QRCodes(ctx context.Context, account Account, limit int) ([]QRCode, Outcome)
	// CreateQRCode creates a QR code.
	CreateQRCode(ctx context.Context, account Account, text string) (QRCode, Outcome)
	// DeleteQRCode deletes the QR code with this code, which consists of letters and digits. It is
	// Refused if there is none.
	DeleteQRCode(ctx context.Context, account Account, code string) Outcome
}
