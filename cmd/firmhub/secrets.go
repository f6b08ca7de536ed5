package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/keyring"
)

type secretsCommand struct {
	Rotate rotateSecretsCommand `cmd:"" help:"Seal all secrets by the present key, so that older keys can go."`
}

type rotateSecretsCommand struct {
	app.Basics `embed:""`

	Lost bool `help:"The key that sealed the key of erased addresses is lost: replace it. Erased addresses are not recognized any more."`
}

// Help is the long form of the command's help.
func (*rotateSecretsCommand) Help() string {
	return `FIRMHUB_SECRETS_KEY has the present key first, and then the older ones, separated by commas. What an older one has sealed
is sealed by the present one. Servers with the same setting may run meanwhile. docs/operations.md describes the whole change of a key.`
}

var (
	errNoSecretsKey = errors.New(config.SecretsKey + " is not set")
	errKeysNeeded   = errors.New("older keys are still needed: run this again in some minutes")
	errSecretsLost  = errors.New("secrets that no key opens have to be entered again; the older keys that are listed can go")
	errErasuresLost = errors.New("erasures that no key opens have to be cancelled")
)

// Run seals the secrets.
func (r *rotateSecretsCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, r.Basics, func(core *app.Core) error {
		if core.Secrets == nil {
			return errNoSecretsKey
		}
		done, err := keyring.Rotate(ctx, core.DB, core.Secrets, r.Lost)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%d secrets are sealed again, and %d were sealed by the present key.\n", done.Changed, done.Present)
		if done.Lost > 0 {
			fmt.Fprintf(c.stdout, "%d secrets were sealed by a key that is not listed.\n", done.Lost)
		}
		if done.LostErasures > 0 {
			fmt.Fprintf(c.stdout, "%d people can't be erased completely, as no key opens their jobs. Find these (contact.erase) by "+
				"firmhub jobs list, and cancel them.\n", done.LostErasures)
		}
		switch {
		case done.Erasures > 0:
			fmt.Fprintf(c.stdout, "%d people are being erased by jobs that an older key has sealed.\n", done.Erasures)
			return errKeysNeeded
		case done.Lost > 0:
			return errSecretsLost
		case done.LostErasures > 0:
			return errErasuresLost
		case core.Secrets.HasOlder():
			fmt.Fprintf(c.stdout,
				"The older keys can be taken out of %s. Links in messages that they have sealed then lead nowhere.\n", config.SecretsKey)
		}
		return nil
	})
}
