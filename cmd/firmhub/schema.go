package main

import (
	"fmt"

	"github.com/firmhub/firmhub/graph"
)

type schemaCommand struct{}

// Run prints the schema as GET /graphql/schema.graphql returns it.
func (schemaCommand) Run(c *console) error {
	schema, err := graph.PublishedSchema()
	if err != nil {
		return err //nolint:wrapcheck // It is in the program itself.
	}
	_, err = fmt.Fprint(c.stdout, schema)
	return err
}
