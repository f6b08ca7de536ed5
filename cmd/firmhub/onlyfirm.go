package main

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/domain/firm"
)

// onlyFirm is the flag of commands that check all firms, or one.
type onlyFirm struct {
	Firm string `help:"Name or id of the only firm to check." placeholder:"NAME"`
}

// id returns the id of the firm, or nil for all firms.
func (o *onlyFirm) id(ctx context.Context, core *app.Core) (*uuid.UUID, error) {
	if o.Firm == "" {
		return nil, nil //nolint:nilnil // no firm in particular
	}
	found, err := firm.Find(ctx, core.DB, o.Firm)
	if err != nil {
		return nil, err
	}
	return &found.ID, nil
}
