package backup

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/keyring"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/wallet"
)

// Verified is what [Verify] has read.
type Verified struct {
	Wallets, WalletEntries   int64
	Consents, ConsentEntries int64
	Campaigns                int64
	// Unchecked are the entries of consent that need the key for secrets, which is not there, to be
	// checked.
	Unchecked int64
	Faults    int64
}

// String is one line for the operator, and another one if something was not checked.
func (v Verified) String() string {
	text := fmt.Sprintf("%d wallets with %d entries, %d firms with %d entries of consent, %d campaigns: %d faults",
		v.Wallets, v.WalletEntries, v.Consents, v.ConsentEntries, v.Campaigns, v.Faults)
	if v.Unchecked > 0 {
		text += fmt.Sprintf("\n%d entries of consent were not checked: their addresses were erased, and the key that has sealed the secrets "+
			"is needed, in %s or, with SQLite, in %s of the data folder. Then run firmhub consent verify.",
			v.Unchecked, config.SecretsKey, config.SecretsKeyFile)
	}
	return text
}

// Verify checks the ledgers of the wallets and of consent, and the campaigns, in a restored or
// copied database, as wallet verify, consent verify and campaign verify do. It uses the key for
// secrets of the settings or of the data folder, which erased addresses need: without it, or with a
// wrong one, their entries are not checked.
func Verify(ctx context.Context, settings config.Config) (v Verified, err error) {
	settings = settings.Defaults()
	key, err := keyring.Find(settings.Basics)
	if err != nil {
		return v, err
	}
	opened, err := db.Open(ctx, settings.Direct().DatabaseURL)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	if err := keyring.Use(ctx, opened, key); err != nil {
		return v, err
	}
	money, err := wallet.Verify(ctx, opened, nil, func(wallet.Fault) {})
	if err != nil {
		return v, err
	}
	holds, err := messaging.VerifyHolds(ctx, opened, nil, func(messaging.Fault) {})
	if err != nil {
		return v, err
	}
	consents, err := consent.Verify(ctx, opened, nil, func(consent.Fault) {})
	if err != nil {
		return v, err
	}
	campaigns, err := campaign.Verify(ctx, opened, nil, func(campaign.Fault) {})
	if err != nil {
		return v, err
	}
	return Verified{
		Wallets: money.Wallets, WalletEntries: money.Entries, Consents: consents.Firms, ConsentEntries: consents.Entries,
		Campaigns: campaigns.Campaigns, Unchecked: consents.Unchecked,
		Faults: money.Faults + holds + consents.Faults + campaigns.Faults,
	}, nil
}
