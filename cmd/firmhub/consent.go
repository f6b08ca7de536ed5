package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
)

type consentCommand struct {
	Verify verifyConsentCommand `cmd:"" help:"Check the ledgers of consent of all firms, or of one: numbers, hashes and states."`
	Prove  proveConsentCommand  `cmd:"" help:"Print what an address had consented to on a day, and check the ledger up to then."`
}

type verifyConsentCommand struct {
	app.Basics `embed:""`
	onlyFirm   `embed:""`
}

var errConsent = errors.New("the ledgers of consent have faults")

// Run checks the ledgers, and fails if it finds a fault.
func (v *verifyConsentCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, v.Basics, func(core *app.Core) error {
		only, err := v.id(ctx, core)
		if err != nil {
			return err
		}
		verified, err := consent.Verify(ctx, core.DB, only, c.showConsentFault)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%d firms with %d entries: %d faults\n", verified.Firms, verified.Entries, verified.Faults)
		if verified.Faults > 0 {
			return errConsent
		}
		return errUnchecked(verified.Unchecked)
	})
}

// errUnchecked returns an error if entries could not be checked, or nil.
func errUnchecked(entries int64) error {
	if entries == 0 {
		return nil
	}
	return fmt.Errorf(
		"%d entries were not checked: their addresses were erased, and that needs the key in %s or, with SQLite, in %s of the data folder",
		entries, config.SecretsKey, config.SecretsKeyFile)
}

func (c *console) showConsentFault(f consent.Fault) {
	where := "the states"
	if f.Number > 0 {
		where = fmt.Sprintf("entry %d", f.Number)
	}
	fmt.Fprintf(c.stdout, "firm %s, %s: %s\n", f.FirmID, where, f.What)
}

type proveConsentCommand struct {
	app.Basics `embed:""`

	Address string    `arg:"" help:"A phone with + and the country calling code, an e-mail address or the id of a WhatsApp user."`
	Firm    string    `required:"" help:"Name or id of the firm." placeholder:"NAME"`
	At      time.Time `required:"" format:"2006-01-02" help:"The day, in the time zone of the firm. Its end counts." placeholder:"YYYY-MM-DD"`
}

// Run prints the entry that was in force, and those before it.
func (p *proveConsentCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, p.Basics, func(core *app.Core) error {
		owner, err := firm.Find(ctx, core.DB, p.Firm)
		if err != nil {
			return err
		}
		zone, err := time.LoadLocation(owner.TimeZone)
		if err != nil {
			return err
		}
		end := time.Date(p.At.Year(), p.At.Month(), p.At.Day()+1, 0, 0, 0, 0, zone)
		proof, err := consent.Prove(ctx, core.DB, owner.ID, p.Address, end.Add(-time.Microsecond))
		if err != nil {
			return err
		}
		if len(proof.Entries) == 0 {
			fmt.Fprintf(c.stdout, "%s had consented to nothing, and had not refused, at the end of %s.\n", p.Address, p.At.Format(time.DateOnly))
			return nil
		}
		fmt.Fprintf(c.stdout, "%s was %s at the end of %s in %s. Its entries, the newest first:\n",
			proof.Entries[0].Address, proof.Entries[0].State, p.At.Format(time.DateOnly), zone)
		for _, e := range proof.Entries {
			number, hash := e.Number()
			fmt.Fprintf(c.stdout, "%s %s, source %s, by %s, evidence %q, entry %d, hash %x\n",
				e.At.In(zone).Format(time.RFC3339), e.State, e.Source, e.By, e.Evidence, number, hash)
		}
		for _, f := range proof.Faults {
			c.showConsentFault(f)
		}
		if len(proof.Faults) > 0 {
			return errConsent
		}
		if err := errUnchecked(proof.Unchecked); err != nil {
			return err
		}
		number, _ := proof.Entries[0].Number()
		fmt.Fprintf(c.stdout, "The ledger is correct from entry 1 to %d.\n", number)
		return nil
	})
}
