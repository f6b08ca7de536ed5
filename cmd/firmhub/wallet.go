package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

type walletCommand struct {
	Verify    verifyWalletCommand `cmd:"" help:"Check the ledgers of all firms, or of one: hashes, sums and balances."`
	Statement statementCommand    `cmd:"" help:"Print the transactions of a firm in a month as CSV."`
}

type verifyWalletCommand struct {
	app.Basics `embed:""`
	onlyFirm   `embed:""`
}

var errLedger = errors.New("the ledgers have faults")

// Run checks the ledgers, and fails if it finds a fault.
func (v *verifyWalletCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, v.Basics, func(core *app.Core) error {
		only, err := v.id(ctx, core)
		if err != nil {
			return err
		}
		verified, err := wallet.Verify(ctx, core.DB, only, func(f wallet.Fault) {
			where := "the wallet"
			if f.EntryID != nil {
				where = fmt.Sprintf("entry %d, %s", f.Number, f.EntryID)
			}
			if f.FirmID == uuid.Nil {
				fmt.Fprintf(c.stdout, "all firms: %s\n", f.What)
				return
			}
			fmt.Fprintf(c.stdout, "firm %s, %s: %s\n", f.FirmID, where, f.What)
		})
		if err != nil {
			return err
		}
		holds, err := messaging.VerifyHolds(ctx, core.DB, only, func(f messaging.Fault) {
			fmt.Fprintf(c.stdout, "firm %s, the wallet: %s\n", f.FirmID, f.What)
		})
		if err != nil {
			return err
		}
		faults := verified.Faults + holds
		fmt.Fprintf(c.stdout, "%d wallets with %d entries: %d faults\n", verified.Wallets, verified.Entries, faults)
		if faults > 0 {
			return errLedger
		}
		return nil
	})
}

type statementCommand struct {
	app.Basics `embed:""`

	Firm  string    `required:"" help:"Name or id of the firm." placeholder:"NAME"`
	Month time.Time `required:"" format:"2006-01" help:"The month, in the time zone of the firm." placeholder:"YYYY-MM"`
}

// Run prints the transactions, the oldest first.
func (s *statementCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, s.Basics, func(core *app.Core) error {
		owner, err := firm.Find(ctx, core.DB, s.Firm)
		if err != nil {
			return err
		}
		table, err := wallet.Statement(ctx, core.DB, owner.ID, wallet.MonthInput{
			Year: new(s.Month.Year()), Month: new(int(s.Month.Month())),
		})
		if err != nil {
			return err
		}
		rows := table.Rows(stream.CSV)
		for more := true; more; {
			if more, err = table.Next(ctx, rows); err != nil {
				return err
			}
			if _, err = c.stdout.Write(rows.Bytes()); err != nil {
				return fmt.Errorf("print the statement: %w", err)
			}
			rows.Reset()
		}
		return nil
	})
}
