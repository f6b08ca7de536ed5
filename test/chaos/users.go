package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

// user is a person of the demo, with an access token of each of two sessions: a session has at most
// 500 connections.
type user struct {
	id     uuid.UUID
	tokens []string
}

// emails are the e-mail addresses of one firm.
var emails = []string{"helena@belavista.example", "rafael@belavista.example", "yuki@belavista.example"}

func logIn(ctx context.Context, is *instances) (users []user, err error) {
	for _, email := range emails {
		u := user{}
		for range 2 {
			var tokens struct{ Token string }
			credentials := map[string]any{"email": email, "password": "Try-firmhub-1"}
			if err := call(ctx, is.all[0].address, "/api/v1/auth/login", "", credentials, &tokens); err != nil {
				return nil, fmt.Errorf("log in: %w", err)
			}
			u.tokens = append(u.tokens, tokens.Token)
			if u.id, err = subject(tokens.Token); err != nil {
				return nil, err
			}
		}
		users = append(users, u)
	}
	return users, nil
}

// subject returns the id of the user of an access token.
func subject(token string) (uuid.UUID, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return uuid.Nil, fmt.Errorf("an access token of %d parts", len(parts))
	}
	claims, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return uuid.Nil, err
	}
	var who struct{ NameIdentifier uuid.UUID }
	return who.NameIdentifier, json.Unmarshal(claims, &who)
}

// call posts to an instance, and decodes the data of the answer.
func call(ctx context.Context, address, path, token string, body, data any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusBadRequest {
		return errorOf(answer)
	}
	return json.NewDecoder(answer.Body).Decode(&struct{ Data any }{data})
}

// raiser raises notifications, half of them for everyone.
type raiser struct {
	instances *instances
	users     []user
	failed    int
	number    int
}

func (r *raiser) raise(ctx context.Context) (uuid.UUID, error) {
	r.number++
	body := map[string]any{
		"title": fmt.Sprintf("Notification %d", r.number), "message": strings.Repeat("Something has happened. ", 8), "module": "System",
		"metadata": map[string]any{"number": r.number},
	}
	if to := rand.N(2 * len(r.users)); to < len(r.users) {
		body["userId"] = r.users[to].id
	}
	var raised struct{ ID uuid.UUID }
	err := call(ctx, r.instances.any(), "/api/v1/notification", r.users[0].tokens[0], body, &raised)
	return raised.ID, err
}

// start raises notifications until ctx has ended; the channel is closed after the last one. What
// became of an attempt that failed is unknown; the database knows.
func (r *raiser) start(ctx context.Context, rate int) (done chan struct{}) {
	done = make(chan struct{})
	go func() {
		defer close(done)
		every := time.NewTicker(time.Second / time.Duration(rate))
		defer every.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-every.C:
				if _, err := r.raise(context.WithoutCancel(ctx)); err != nil {
					r.failed++
				}
			}
		}
	}()
	return done
}
