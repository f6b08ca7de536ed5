package app

import (
	"io"
	"net/http"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/rest"
)

// hooksPath is the path that providers call. What they get is plain text.
const hooksPath = "/hooks/{channelId}"

// hookMounts are the handlers of hooks. A call with a right signature is not limited. A call for a
// channel that does not exist is refused before its body is received, so that strangers take no
// memory from providers.
func (a *App) hookMounts(bodies *httpd.Bodies, limiter *httpd.Limiter) []httpd.Mount {
	refuse := func(w http.ResponseWriter, r *http.Request, err error) {
		if !fault.From(err).Ours() { // A call that is accepted counts for nobody.
			if limited := limiter.Allow(viewer.From(r.Context())); limited != nil {
				err = limited
			}
		}
		rest.RefusePlain(w, r, err)
	}
	mount := func(method string, handle func(w http.ResponseWriter, r *http.Request, of called) error) httpd.Mount {
		return httpd.Mount{
			Method: method, Path: hooksPath, Kind: httpd.Page, Unlimited: true, Refuse: rest.RefusePlain,
			Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				of, err := a.hookCalled(r, limiter)
				if err != nil {
					rest.RefusePlain(w, r, err)
				} else if err := handle(w, r, of); err != nil {
					refuse(w, r, err)
				}
			}),
		}
	}
	return []httpd.Mount{
		mount(http.MethodPost, func(w http.ResponseWriter, r *http.Request, of called) error {
			body, err := bodies.ReceiveSigned(w, r, of.firm)
			if err != nil {
				return err
			}
			if err := a.hooks.Receive(r.Context(), of.channel, provider.Hook{Header: r.Header, Query: r.URL.RawQuery, Body: body}); err != nil {
				return err
			}
			return answerHook(w, "")
		}),
		mount(http.MethodGet, func(w http.ResponseWriter, r *http.Request, of called) error {
			answer, err := a.hooks.Challenge(r.Context(), of.channel, r.URL.Query())
			if err != nil {
				return err
			}
			return answerHook(w, answer)
		}),
	}
}

// called is the channel that a provider calls, and its firm.
type called struct{ firm, channel uuid.UUID }

// hookCalled returns the channel that a call is for, or NotFound. The call counts before the
// channel is looked up, so that the database is not asked more often than the limit allows. For a
// channel that exists it is given back: whether it counts is known once its signature is checked,
// and many calls of a provider are under way at the same time.
func (a *App) hookCalled(r *http.Request, limiter *httpd.Limiter) (of called, err error) {
	caller := viewer.From(r.Context())
	if err := limiter.Allow(caller); err != nil {
		return of, err
	}
	if of.channel, err = uuid.Parse(r.PathValue("channelId")); err != nil {
		return of, fault.New(fault.NotFound, "There is no such channel.")
	}
	of.firm, err = a.hooks.Find(r.Context(), of.channel)
	if err == nil || fault.From(err).Ours() {
		limiter.GiveBack(caller)
	}
	return of, err
}

// answerHook answers a provider in plain text.
func answerHook(w http.ResponseWriter, text string) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	_, _ = io.WriteString(w, text) // a client that is gone
	return nil
}
