// Command pocketbase is PocketBase with one more command, fill. It creates the collections of the
// benchmark with their API rules, and fills them with the data from its standard input.
package main

import (
	"encoding/json"
	"log"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
)

func main() {
	app := pocketbase.New()
	app.RootCmd.AddCommand(&cobra.Command{
		Use:  "fill password",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var data dataset.Data
			if err := json.NewDecoder(cmd.InOrStdin()).Decode(&data); err != nil {
				return err
			}
			return prepare(app, &data, args[0])
		},
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

func prepare(app core.App, data *dataset.Data, password string) error {
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	settings := app.Settings()
	settings.Batch.Enabled = true // for contacts with their parts, all or none
	settings.Logs.MaxDays = 0     // requests are not logged
	if err := app.Save(settings); err != nil {
		return err
	}
	if err := makeCollections(app); err != nil {
		return err
	}
	return fill(app, data, password)
}
