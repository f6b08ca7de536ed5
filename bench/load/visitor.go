package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

// visitor simulates a user who logs in, reads, refreshes, reads, logs out, and then tries the old tokens.
type visitor struct {
	base, email, password string
	client                *http.Client
	tally                 *tally
	ids                   []string
}

func newVisitor(base, email, password string, t *tally) *visitor {
	return &visitor{base: base, email: email, password: password, client: &http.Client{Timeout: time.Minute}, tally: t}
}

const readsPerToken = 40

type tokens struct{ Token, RefreshToken string }

func (v *visitor) visit(ctx context.Context) {
	var first tokens
	if v.post(ctx, "login", "/api/v1/auth/login", "", map[string]any{"email": v.email, "password": v.password}, &first) != http.StatusOK {
		return
	}
	v.read(ctx, first.Token)
	var second tokens
	if v.post(ctx, "refresh", "/api/v1/auth/refreshtoken", "", map[string]any{"refreshToken": first.RefreshToken}, &second) != http.StatusOK {
		return
	}
	v.read(ctx, second.Token)
	if v.post(ctx, "logout", "/api/v1/auth/logout", second.Token, nil, nil) != http.StatusOK {
		return
	}
	for name, old := range map[string]string{"first": first.Token, "second": second.Token} {
		status := v.post(ctx, "after logout", "/api/V1/Contact/getall", old, map[string]any{}, nil)
		if status != http.StatusUnauthorized && ctx.Err() == nil {
			v.tally.accuse("the %s access token was answered %d after log-out", name, status)
		}
	}
	status := v.post(ctx, "refresh after logout", "/api/v1/auth/refreshtoken", "", map[string]any{"refreshToken": second.RefreshToken}, nil)
	if status != http.StatusUnauthorized && ctx.Err() == nil {
		v.tally.accuse("the refresh token was answered %d after log-out", status)
	}
}

const query = `query($term: String) { contacts(first: 20, filter: {searchTerm: $term}) { totalCount edges { node {
	id firstName lastName tags phones { phone } emails { email } } } } }`

func (v *visitor) read(ctx context.Context, token string) {
	for i := range readsPerToken {
		var page struct{ Items []struct{ ID string } }
		v.post(ctx, "REST getall", "/api/V1/Contact/getall", token, map[string]any{"page": i + 1, "pageSize": 20}, &page)
		for _, item := range page.Items {
			v.ids = append(v.ids[:min(len(v.ids), 100)], item.ID)
		}
		if len(v.ids) > 0 {
			v.send(ctx, "REST get", http.MethodGet, "/api/V1/Contact/get/"+v.ids[i%len(v.ids)], token, nil, nil)
		}
		v.post(ctx, "GraphQL contacts", "/graphql", token, map[string]any{"query": query, "variables": map[string]any{"term": "a"}}, nil)
	}
}

func (v *visitor) post(ctx context.Context, asked, path, token string, body, data any) int {
	return v.send(ctx, asked, http.MethodPost, path, token, body, data)
}

// send returns the status, 0 for none, and decodes the data of the envelope. It waits for the answer even when the run has
// ended.
func (v *visitor) send(ctx context.Context, asked, method, path, token string, body, data any) int {
	if ctx.Err() != nil {
		return 0
	}
	var sent io.Reader = http.NoBody
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			v.tally.accuse("%s: %w", asked, err)
			return 0
		}
		sent = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(context.WithoutCancel(ctx), method, v.base+path, sent)
	if err != nil {
		v.tally.accuse("%s: %w", asked, err)
		return 0
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	began := time.Now()
	response, err := v.client.Do(request)
	if err != nil {
		v.tally.accuse("%s: %w", asked, err)
		return 0
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	v.tally.count(asked, response.StatusCode, time.Since(began))
	if err != nil || response.StatusCode >= http.StatusInternalServerError {
		v.tally.accuse("%s: status %d, %v: %s", asked, response.StatusCode, err, answer)
	}
	envelope := struct{ Data any }{data}
	if data != nil && json.Unmarshal(answer, &envelope) != nil {
		v.tally.accuse("%s: no envelope: %s", asked, answer)
	}
	return response.StatusCode
}
