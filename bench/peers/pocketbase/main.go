// Command pocketbase is PocketBase, in a module of its own, so that firmhub does not depend on it.
package main

import (
	"log"

	"github.com/pocketbase/pocketbase"
)

func main() {
	if err := pocketbase.New().Start(); err != nil {
		log.Fatal(err)
	}
}
