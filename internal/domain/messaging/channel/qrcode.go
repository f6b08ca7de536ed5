package channel

import (
	"context"
	"crypto/rand"
	"errors"
	"regexp"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const (
	maxQRCodes = 100
	maxQRText  = 140 // the limit of WhatsApp
	codeLength = 14  // as those of WhatsApp
)

// QRCode is a QR code that opens a chat with a channel. The JSON is what is stored of it, and what
// the audit log has.
type QRCode struct {
	Code string `json:"code"`
	// Text is what the message of whoever scans it begins with.
	Text string `json:"text"`
	// Link is the address in the QR code.
	Link string `json:"-"`
	// ImageURL is a data URL with the picture, a PNG.
	ImageURL string `json:"-"`
}

// QRCodeInput describes a new QR code of a channel.
type QRCodeInput struct {
	ID   uuid.UUID
	Text string
}

// Validate trims the text and returns every fault.
func (in *QRCodeInput) Validate() fault.Details {
	var faults fault.Details
	plaintext.CheckName(&faults, "text", &in.Text, maxQRText)
	return faults
}

// QRCodeRef names a QR code of a channel.
type QRCodeRef struct {
	ID   uuid.UUID
	Code string
}

// QRCodes returns the QR codes of a channel of the viewer's firm, at most 100, or NotFound. Those
// of WhatsApp are read from WhatsApp: it returns Conflict if that refuses, and Unavailable while it
// can't be reached.
func (m *Manager) QRCodes(ctx context.Context, id uuid.UUID) (_ []*QRCode, err error) {
	defer fault.Wrap(&err, "channel.QRCodes")
	row, coder, account, err := m.coder(ctx, id)
	if err != nil {
		return nil, err
	}
	if coder != nil {
		return kept(ctx, coder, account)
	}
	codes, err := storedQRCodes(row)
	if err != nil {
		return nil, err
	}
	for _, code := range codes {
		if code.Link, err = chatLink(account.Settings, provider.Kind(row.Kind), code.Text); err != nil {
			return []*QRCode{}, nil // They open nothing while the channel has no address.
		}
		if code.ImageURL, err = picture(code.Link); err != nil {
			return nil, err
		}
	}
	return codes, nil
}

// CreateQRCode creates a QR code of a channel of the viewer's firm, or returns NotFound. It returns
// ValidationError with every fault; Conflict if the provider refuses, if the channel has 100, and
// if nobody can write to it; and Unavailable while the provider can't be reached. It calls the
// provider outside of any transaction.
func (m *Manager) CreateQRCode(ctx context.Context, in QRCodeInput) (made *QRCode, err error) {
	defer fault.Wrap(&err, "channel.CreateQRCode")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	row, coder, account, err := m.coder(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if coder != nil {
		if made, err = createKept(ctx, coder, account, in.Text); err != nil {
			return nil, err
		}
	} else {
		made = &QRCode{Code: rand.Text()[:codeLength], Text: in.Text}
		if made.Link, err = chatLink(account.Settings, provider.Kind(row.Kind), made.Text); err != nil {
			return nil, err
		}
	}
	if made.ImageURL, err = picture(made.Link); err != nil {
		return nil, err
	}
	return made, m.db.Tx(ctx, func(ctx context.Context) error {
		if coder == nil {
			if err := m.storeQRCodes(ctx, in.ID, func(codes []*QRCode) ([]*QRCode, error) { return append(codes, made), full(codes) }); err != nil {
				return err
			}
		}
		return audit.Record(ctx, m.db, audit.Change{Action: "channel.createQrCode", Target: targetOf(row), After: made})
	})
}

// codeForm is what a code may be: it becomes a part of an address of the provider.
var codeForm = regexp.MustCompile(`^[A-Za-z0-9]{1,64}$`)

// DeleteQRCode deletes a QR code of a channel of the viewer's firm, or returns NotFound. It returns
// Conflict if the provider refuses the channel, and Unavailable while it can't be reached. It calls
// the provider outside of any transaction.
func (m *Manager) DeleteQRCode(ctx context.Context, in QRCodeRef) (err error) {
	defer fault.Wrap(&err, "channel.DeleteQRCode")
	row, coder, account, err := m.coder(ctx, in.ID)
	if err != nil {
		return err
	}
	missing := fault.New(fault.NotFound, "There is no such QR code.")
	if !codeForm.MatchString(in.Code) {
		return missing
	}
	deleted := &QRCode{Code: in.Code}
	if coder != nil {
		ctx, cancel := context.WithTimeout(ctx, testLimit)
		defer cancel()
		outcome := coder.DeleteQRCode(ctx, account, in.Code)
		if outcome.Result == provider.Refused {
			return missing
		}
		if err := refusedBy(outcome); err != nil {
			return err
		}
	}
	return m.db.Tx(ctx, func(ctx context.Context) error {
		if coder == nil {
			err := m.storeQRCodes(ctx, in.ID, func(codes []*QRCode) ([]*QRCode, error) {
				at := slices.IndexFunc(codes, func(each *QRCode) bool { return each.Code == in.Code })
				if at < 0 {
					return nil, missing
				}
				deleted = codes[at]
				return slices.Delete(codes, at, at+1), nil
			})
			if err != nil {
				return err
			}
		}
		return audit.Record(ctx, m.db, audit.Change{Action: "channel.deleteQrCode", Target: targetOf(row), Before: deleted})
	})
}

// coder returns a channel of the viewer's firm, or NotFound, with its account. The adapter is nil
// if the provider keeps no QR codes.
func (m *Manager) coder(ctx context.Context, id uuid.UUID) (*ent.Channel, provider.QRCoder, provider.Account, error) {
	if err := m.available(); err != nil {
		return nil, nil, provider.Account{}, err
	}
	row, err := m.find(ctx, id)
	if err != nil {
		return nil, nil, provider.Account{}, err
	}
	account, err := m.account(row)
	coder, keeps := m.adapters[provider.Kind(row.Kind)].(provider.QRCoder)
	if errors.Is(err, secret.ErrSealed) {
		err = nil
		if keeps {
			err = fault.New(fault.Conflict, "The secrets of this channel were sealed by another FIRMHUB_SECRETS_KEY. Enter them again.")
		}
	}
	return row, coder, account, err
}

// kept returns the QR codes that the provider keeps.
func kept(ctx context.Context, coder provider.QRCoder, account provider.Account) ([]*QRCode, error) {
	ctx, cancel := context.WithTimeout(ctx, testLimit)
	defer cancel()
	found, outcome := coder.QRCodes(ctx, account, maxQRCodes)
	if err := refusedBy(outcome); err != nil {
		return nil, err
	}
	codes := make([]*QRCode, 0, len(found))
	for _, each := range found {
		image, err := picture(each.Link)
		if err != nil {
			return nil, err
		}
		codes = append(codes, &QRCode{Code: each.Code, Text: each.Text, Link: each.Link, ImageURL: image})
	}
	return codes, nil
}

func createKept(ctx context.Context, coder provider.QRCoder, account provider.Account, text string) (*QRCode, error) {
	ctx, cancel := context.WithTimeout(ctx, testLimit)
	defer cancel()
	found, outcome := coder.QRCodes(ctx, account, maxQRCodes)
	if err := refusedBy(outcome); err != nil {
		return nil, err
	}
	if err := full(found); err != nil {
		return nil, err
	}
	made, outcome := coder.CreateQRCode(ctx, account, text)
	return &QRCode{Code: made.Code, Text: made.Text, Link: made.Link}, refusedBy(outcome)
}

// full returns Conflict for the QR codes of a channel that can't have more.
func full[T any](codes []T) error {
	if len(codes) < maxQRCodes {
		return nil
	}
	return fault.New(fault.Conflict, "The channel has %d QR codes, and can't have more.", maxQRCodes)
}

// refusedBy returns the fault of a call that the provider did not take.
func refusedBy(outcome provider.Outcome) error {
	switch outcome.Result {
	case provider.Taken:
		return nil
	case provider.Refused, provider.ChannelFailing:
		return fault.New(fault.Conflict, "The provider refuses it: %s", outcome.Message)
	case provider.NotTaken, provider.Unknown:
	}
	return fault.New(fault.Unavailable, "The provider can't be reached now: %s", outcome.Message)
}
