// Command ogen logs in, lists contacts, creates one and reads it, with the client of ogen.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/google/uuid"
	"github.com/ogen-go/ogen/ogenerrors"

	"github.com/firmhub/firmhub/test/clients/go/ogen/api"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

// credentials is the access token, once there is one.
type credentials struct{ token string }

func (c *credentials) Bearer(context.Context, api.OperationName) (api.Bearer, error) {
	if c.token == "" {
		return api.Bearer{}, ogenerrors.ErrSkipClientSecurity
	}
	return api.Bearer{Token: c.token}, nil
}

func (c *credentials) ApiKey(context.Context, api.OperationName) (api.ApiKey, error) {
	return api.ApiKey{}, ogenerrors.ErrSkipClientSecurity
}

func run(ctx context.Context) error {
	who := &credentials{}
	client, err := api.NewClient(os.Getenv("FIRMHUB_URL"), who)
	if err != nil {
		return err
	}
	loggedIn, err := client.Login(ctx, &api.LoginInput{Email: os.Getenv("FIRMHUB_EMAIL"), Password: os.Getenv("FIRMHUB_PASSWORD")})
	if err != nil {
		return err
	}
	session, ok := loggedIn.(*api.LoginPayloadResponseHeaders)
	if !ok {
		return fmt.Errorf("log in: %+v", loggedIn)
	}
	who.token = session.Response.Data.Token.Value

	listed, err := client.GetContactPage(ctx, api.OptContactPageInput{}, api.GetContactPageParams{})
	if err != nil {
		return err
	}
	before, ok := listed.(*api.ContactPageResponseHeaders)
	if !ok {
		return fmt.Errorf("list: %+v", listed)
	}
	created, err := client.CreateContact(ctx, &api.CreateContactInput{FirstName: "Ada", LastName: "ogen"}, api.CreateContactParams{})
	if err != nil {
		return err
	}
	made, ok := created.(*api.CreateContactCreatedHeaders)
	if !ok {
		return fmt.Errorf("create: %+v", created)
	}
	id := made.Response.Data.ID
	got, err := client.GetContact(ctx, api.GetContactParams{ID: id})
	if err != nil {
		return err
	}
	read, ok := got.(*api.ContactResponseHeaders)
	if !ok || read.Response.Data.LastName != "ogen" {
		return fmt.Errorf("read: %+v", got)
	}
	missing, err := client.GetContact(ctx, api.GetContactParams{ID: uuid.New()})
	if err != nil {
		return err
	}
	if _, ok := missing.(*api.NotFoundHeaders); !ok {
		return errors.New("a contact that does not exist was found")
	}
	fmt.Printf("%d contacts before %s\n", len(before.Response.Data.Items), id)
	return nil
}
