package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
)

// firmsAtOnce is how many ids of firms [DB.EachFirm] reads at once.
const firmsAtOnce = 200

// EachFirm calls read for all firms, or for one, with a transaction that reads the database as of
// one moment. The context must come from rule.AcrossFirms.
func (d *DB) EachFirm(ctx context.Context, only *uuid.UUID, read func(snapshot *ent.Tx, firmID uuid.UUID) error) error {
	return d.eachFirm(ctx, only, func(firmID uuid.UUID) error { return d.snapshot(ctx, firmID, read) })
}

// EachFirmAtOnce calls read for all firms, or for one, with a context whose statements read the
// database as of one moment, and can't write. The context must come from rule.AcrossFirms.
func (d *DB) EachFirmAtOnce(ctx context.Context, only *uuid.UUID, read func(ctx context.Context, firmID uuid.UUID) error) error {
	return d.eachFirm(ctx, only, func(firmID uuid.UUID) error {
		tx, err := d.driver.snapshot(ctx)
		if err != nil {
			return fmt.Errorf("begin to read a firm: %w", err)
		}
		t := newTransaction(ctx, d.driver)
		t.tx = &sharedTx{Tx: tx, leave: func() {}}
		defer t.runReports()
		defer t.rollback()
		return read(context.WithValue(ctx, transactionKey{}, t), firmID)
	})
}

func (d *DB) eachFirm(ctx context.Context, only *uuid.UUID, do func(firmID uuid.UUID) error) error {
	if only != nil {
		return do(*only)
	}
	after := uuid.Nil
	for {
		ids, err := d.Client.Firm.Query().Where(firm.IDGT(after)).Order(ent.Asc(firm.FieldID)).Limit(firmsAtOnce).IDs(ctx)
		if err != nil {
			return fmt.Errorf("read the ids of firms: %w", err)
		}
		for _, after = range ids {
			if err := do(after); err != nil {
				return err
			}
		}
		if len(ids) < firmsAtOnce {
			return nil
		}
	}
}

func (d *DB) snapshot(ctx context.Context, firmID uuid.UUID, read func(*ent.Tx, uuid.UUID) error) (err error) {
	snapshot, err := d.Client.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin to read a firm: %w", err)
	}
	defer func() { err = errors.Join(err, snapshot.Rollback()) }()
	return read(snapshot, firmID)
}
