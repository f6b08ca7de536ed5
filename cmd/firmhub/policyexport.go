package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/policy"
)

type policyExportCommand struct {
	app.Basics `embed:""`

	Firm  string `xor:"what" required:"" help:"Name or id of the firm." placeholder:"NAME"`
	Model bool   `xor:"what" required:"" help:"Print the model.conf alone, which is the same for all firms."`
	Dir   string `help:"Folder to write model.conf and policy.csv into; made when it is missing."`
}

// Help is the long form of the command's help.
func (*policyExportCommand) Help() string {
	return "Without --dir the policy.csv is printed. The tools of casbin read both files and make the same decisions as the server."
}

// Run writes the two files, or prints one.
func (p *policyExportCommand) Run(ctx context.Context, c *console) error {
	if p.Model {
		fmt.Fprint(c.stdout, authz.Model)
		return nil
	}
	return c.withCore(ctx, p.Basics, func(core *app.Core) error {
		owner, err := firm.Find(ctx, core.DB, p.Firm)
		if err != nil {
			return err
		}
		exported, err := policy.ExportFirm(ctx, core.DB, owner.ID)
		switch {
		case err != nil:
			return err
		case p.Dir == "":
			fmt.Fprint(c.stdout, exported.Policy)
			fmt.Fprintln(c.stderr, "That was the policy.csv; --model prints the model.conf for it, --dir writes both.")
			return nil
		}
		modelFile, policyFile := filepath.Join(p.Dir, "model.conf"), filepath.Join(p.Dir, "policy.csv")
		if err := os.MkdirAll(p.Dir, exportDirMode); err != nil {
			return fmt.Errorf("make the folder: %w", err)
		}
		for path, text := range map[string]string{modelFile: exported.Model, policyFile: exported.Policy} {
			if err := os.WriteFile(path, []byte(text), exportFileMode); err != nil {
				return fmt.Errorf("write the export: %w", err)
			}
		}
		fmt.Fprintf(c.stdout, "%s and %s are written.\n", modelFile, policyFile)
		return nil
	})
}

// The export shows who may do what, so other accounts of the machine must not read it.
const (
	exportDirMode  = 0o750
	exportFileMode = 0o600
)
