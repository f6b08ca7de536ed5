package channel

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/google/uuid"
	"rsc.io/qr"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

func storedQRCodes(row *ent.Channel) (codes []*QRCode, err error) {
	if len(row.QrCodes) == 0 {
		return []*QRCode{}, nil
	}
	if err := json.Unmarshal(row.QrCodes, &codes); err != nil {
		return nil, fmt.Errorf("read the QR codes of the channel %s: %w", row.ID, err)
	}
	return codes, nil
}

// storeQRCodes changes the stored QR codes of a channel, in the transaction of the context.
func (m *Manager) storeQRCodes(ctx context.Context, id uuid.UUID, change func([]*QRCode) ([]*QRCode, error)) error {
	row, err := m.find(ctx, id, db.ForUpdate)
	if err != nil {
		return err
	}
	codes, err := storedQRCodes(row)
	if err != nil {
		return err
	}
	if codes, err = change(codes); err != nil {
		return err
	}
	text, err := json.Marshal(codes)
	if err != nil {
		return err
	}
	return m.db.Client.Channel.UpdateOne(row).SetQrCodes(text).Exec(ctx)
}

// chatLink returns the address that opens a message with this text to the sender of a channel. It
// returns Conflict if nobody can write to that.
func chatLink(settings provider.Settings, kind provider.Kind, text string) (string, error) {
	body := "?body=" + strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
	switch {
	case kind == provider.SMS && number.MatchString(settings.From):
		return "sms:" + settings.From + body, nil
	case kind == provider.Email && settings.ReplyTo != "":
		return "mailto:" + url.PathEscape(settings.ReplyTo) + body, nil
	case kind == provider.Email:
		return "mailto:" + url.PathEscape(settings.From) + body, nil
	}
	return "", fault.New(fault.Conflict, "Nobody can write to this channel: it has no number and no e-mail address.")
}

// number is a sender of SMS that can receive, in contrast to a name.
var number = regexp.MustCompile(`^\+?\d{3,15}$`)

// picture returns a data URL with a picture of the QR code of a link.
func picture(link string) (string, error) {
	code, err := qr.Encode(link, qr.M)
	if err != nil {
		return "", fmt.Errorf("encode a QR code: %w", err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(code.PNG()), nil
}
