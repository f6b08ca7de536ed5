package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/firmhub/firmhub/bench"
)

// question is a request of any user.
type question struct {
	name, method, path string
	body               []byte
	// ofContact adds a contact of the firm to the path.
	ofContact bool
	// refused is whether it is refused, to all but owners.
	refused bool
}

func get() question {
	return question{name: "get, REST", method: http.MethodGet, path: "/api/V1/Contact/get/", ofContact: true}
}

func questions() []question {
	const whole = `id firstName lastName gender isActive profilePic phones { id phone phoneCC type isPrimary }
		emails { id email type isPrimary } addresses { id type line1 line2 landmark city state country pinCode } tags createdAt updatedAt`
	graphql, _ := json.Marshal(map[string]any{
		"query":     `query($input: ContactPageInput!) { contactPage(input: $input) { items {` + whole + `} totalCount page pageSize } }`,
		"variables": map[string]any{"input": map[string]any{"page": 1, "pageSize": 20}},
	})
	return []question{
		{name: "list, REST", method: http.MethodPost, path: "/api/V1/Contact/getall", body: []byte(`{"page": 1, "pageSize": 20}`)},
		{name: "list, GraphQL", method: http.MethodPost, path: "/graphql", body: graphql},
		get(),
		{name: "refusal, REST", method: http.MethodDelete, path: "/api/V1/Contact/delete?id=", ofContact: true, refused: true},
	}
}

// visitors send requests to a server.
type visitors struct {
	server *bench.Server
	client *http.Client
}

// clients are how many send requests at the same time.
const clients = 4

func newVisitors(server *bench.Server) *visitors {
	return &visitors{server: server, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}}
}

// each has clients ask once for each of the people.
func (v *visitors) each(ctx context.Context, q question, people []*person) error {
	var (
		asking = make(chan *person)
		failed = make(chan error, clients)
		all    sync.WaitGroup
	)
	for range clients {
		all.Go(func() {
			for p := range asking {
				if err := v.ask(ctx, q, p); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	defer all.Wait()
	defer close(asking)
	for _, p := range people {
		select {
		case asking <- p:
		case err := <-failed:
			return err
		}
	}
	return nil
}

// ask sends a request and checks the response.
func (v *visitors) ask(ctx context.Context, q question, p *person) error {
	path := q.path
	if q.ofContact {
		path += p.Contact.String()
	}
	request, err := http.NewRequestWithContext(ctx, q.method, v.server.URL+path, bytes.NewReader(q.body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+p.token)
	answer, err := v.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	want := http.StatusOK
	if q.refused {
		want = http.StatusForbidden
	}
	if answer.StatusCode != want || bytes.Contains(text, []byte(`"errors":[`)) {
		return fmt.Errorf("%s by %s: %s %s", q.name, p.Email, answer.Status, text)
	}
	return nil
}
