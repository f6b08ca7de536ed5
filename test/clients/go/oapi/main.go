// Command oapi logs in, lists contacts, creates one and reads it, with the client of oapi-codegen.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/google/uuid"
	"github.com/oapi-codegen/runtime/types"

	"github.com/firmhub/firmhub/test/clients/go/oapi/api"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	var token string
	client, err := api.NewClientWithResponses(os.Getenv("FIRMHUB_URL"), api.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			if token != "" {
				request.Header.Set("Authorization", "Bearer "+token)
			}
			return nil
		}))
	if err != nil {
		return err
	}
	login, err := client.LoginWithResponse(ctx, api.LoginJSONRequestBody{
		Email: types.Email(os.Getenv("FIRMHUB_EMAIL")), Password: os.Getenv("FIRMHUB_PASSWORD"),
	})
	if err != nil {
		return err
	}
	if login.JSON200 == nil {
		return fmt.Errorf("log in: %s", login.Body)
	}
	token = *login.JSON200.Data.Token // It is absent where a second factor is asked for.

	size, country := int32(10), "+44"
	before, err := client.GetContactPageWithResponse(ctx, nil, api.GetContactPageJSONRequestBody{PageSize: &size})
	if err != nil {
		return err
	}
	if before.JSON200 == nil {
		return fmt.Errorf("list: %s", before.Body)
	}
	made, err := client.CreateContactWithResponse(ctx, nil, api.CreateContactJSONRequestBody{
		FirstName: "Ada", LastName: "oapi-codegen", Phones: &[]api.PhoneInput{{Phone: "20 7946 0958", PhoneCC: &country}},
	})
	if err != nil {
		return err
	}
	if made.JSON201 == nil {
		return fmt.Errorf("create: %s", made.Body)
	}
	id := made.JSON201.Data.Id
	read, err := client.GetContactWithResponse(ctx, id, nil)
	if err != nil {
		return err
	}
	if read.JSON200 == nil || read.JSON200.Data.LastName != "oapi-codegen" || read.JSON200.Data.Gender != nil {
		return fmt.Errorf("read: %s", read.Body)
	}
	missing, err := client.GetContactWithResponse(ctx, uuid.New(), nil)
	if err != nil {
		return err
	}
	if missing.JSON404 == nil || missing.JSON404.Error.Code != api.FailureErrorCodeNotFound {
		return fmt.Errorf("missing: %s", missing.Body)
	}
	fmt.Printf("%d contacts before %s\n", len(before.JSON200.Data.Items), id)
	return nil
}
