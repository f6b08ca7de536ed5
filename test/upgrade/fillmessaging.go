package upgrade

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// SecretsKey opens the secrets of the databases of releases.
const SecretsKey = "FIRMHUB_SECRETS_KEY=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=" //nolint:gosec // of test data

// Numbers of the sandbox, and what happens.
const (
	taking   = "+15005550000" // delivered, then read
	failing  = "+15005550006" // taken, then failed
	stopping = "+15005550008" // answers STOP
	greeting = "+15005550009" // answers, as a user of WhatsApp without a number
)

// optedOut is a contact of [Fill] with the tag of its campaigns, who has opted out.
const optedOut = "+55 11 91000-0010"

// messaging makes what firmhub sends and receives itself: a channel, templates, messages in all
// ways, conversations, consent, campaigns and a webhook. It leaves nothing under way, so that what
// the API says of it lasts.
func (f *filler) messaging(owner *Caller) {
	const root = "/api/v1/messaging/"
	// Nothing is delivered to it.
	hook := f.id(owner, "/api/v1/webhooks", map[string]any{
		"name": "Shop", "url": "https://hooks.example.com/", "eventTypes": []string{"contact.created"},
	})
	f.do(owner, http.MethodPut, "/api/v1/webhooks/"+hook, map[string]any{"status": "Paused"}, nil)
	channel := f.channel(owner, "Trial")
	template := f.template(owner, "sale", "Hello {{name}}, {{code}} is 20% off.")
	f.template(owner, "news", "News for {{name}} and {{code}}.")
	f.do(owner, http.MethodPut, root+"templates/"+template, map[string]any{"body": "Dear {{name}}, {{code}} is 30% off."}, nil)
	f.do(owner, http.MethodPost, root+"quick-replies", map[string]any{"shortcut": "hours", "body": "We open at nine."}, nil)

	f.do(owner, http.MethodPut, root+"consent", map[string]any{"address": optedOut, "state": "OptedOut", "evidence": "By telephone."}, nil)
	f.do(owner, http.MethodPut, root+"consent", map[string]any{"address": taking, "state": "OptedIn"}, nil)
	var sent struct {
		Rejected []struct{ Code, Message string }
	}
	f.do(owner, http.MethodPost, root+"send", map[string]any{"messages": []any{
		map[string]any{"to": taking, "body": "Your order is on its way.", "category": "Utility", "reference": "order-1"},
		map[string]any{"to": taking, "template": map[string]any{"name": "sale", "parameters": map[string]any{"name": "Bo", "code": "SUN"}}},
		map[string]any{"to": failing, "body": "Your order is late."},
		map[string]any{"to": stopping, "body": "Your order has come."},
		map[string]any{"to": greeting, "body": "Your order is lost."},
	}}, &sent)
	if f.err == nil && len(sent.Rejected) > 0 {
		f.err = fmt.Errorf("messages are rejected: %v", sent.Rejected)
	}

	f.campaign(owner, channel, template, "Draft")
	f.execute(owner, f.campaign(owner, channel, template, "Sale"))
	f.conversations(owner, channel)
}

// Send sends a campaign to the contacts of [Fill] with a tag, by a channel and a template of its
// own, and waits until they have read it.
func Send(ctx context.Context, owner *Caller, name string) error {
	f := &filler{ctx: ctx}
	channel := f.channel(owner, name)
	f.execute(owner, f.campaign(owner, channel, f.template(owner, strings.ToLower(name), "{{name}}, {{code}}!"), name))
	return f.err
}

func (f *filler) channel(owner *Caller, name string) string {
	return f.id(owner, "/api/v1/messaging/channels", map[string]any{"name": name, "kind": "Sandbox"})
}

// template makes an approved template.
func (f *filler) template(owner *Caller, name, body string) string {
	id := f.id(owner, "/api/v1/messaging/templates", map[string]any{
		"name": name, "language": "en", "kind": "Sandbox", "category": "Marketing", "body": body,
		"parameters": []any{map[string]any{"name": "name", "example": "Ada"}, map[string]any{"name": "code", "example": "SUN"}},
	})
	f.do(owner, http.MethodPost, "/api/v1/messaging/templates/"+id+"/submit", nil, nil)
	return id
}

// campaign makes a draft.
func (f *filler) campaign(owner *Caller, channel, template, name string) string {
	return f.id(owner, "/api/v1/messaging/campaigns", map[string]any{
		"name": name, "channelId": channel, "templateId": template, "audience": map[string]any{"everyone": true, "tagsAny": []string{"vip"}},
		"parameters": map[string]any{"name": map[string]any{"field": "firstName", "fallback": "you"}, "code": map[string]any{"text": "SUN"}},
	})
}

// execute executes a campaign, and waits until its recipients have read it.
func (f *filler) execute(owner *Caller, id string) {
	path := "/api/v1/messaging/campaigns/" + id
	f.do(owner, http.MethodPost, path+"/execute", nil, nil)
	f.await("the campaign", func() (bool, error) {
		var state struct {
			Status string
			Counts struct{ Recipients, Read int }
		}
		err := owner.Do(f.ctx, http.MethodGet, path, nil, &state)
		return state.Status == "Completed" && state.Counts.Read == state.Counts.Recipients, err
	})
}

// conversations waits for the answers of people, works on their conversations, and waits until the
// statuses of all messages have come.
func (f *filler) conversations(owner *Caller, channel string) {
	const path = "/api/v1/messaging/conversations/"
	answered := map[string]string{} // by address kind
	f.await("an answer of the sandbox", func() (bool, error) {
		var list struct {
			Items []struct{ ID, AddressKind string }
		}
		err := owner.Do(f.ctx, http.MethodGet, path[:len(path)-1]+"?unread=true", nil, &list)
		for _, c := range list.Items {
			answered[c.AddressKind] = c.ID
		}
		return len(answered) == 2, err
	})
	stopped, greeted := answered["Phone"], answered["WhatsAppUser"]
	f.do(owner, http.MethodPost, path+greeted+"/notes", map[string]any{"body": "Asks every week."}, nil)
	f.do(owner, http.MethodPost, path+greeted+"/reply", map[string]any{"body": "Hello!"}, nil)
	var me struct {
		Me struct{ User struct{ ID string } }
	}
	if f.err == nil {
		f.err = owner.GraphQL(f.ctx, "{ me { user { id } } }", &me)
	}
	f.do(owner, http.MethodPut, path+greeted+"/assign", map[string]any{"userId": me.Me.User.ID}, nil)
	f.do(owner, http.MethodPut, path+stopped+"/status", map[string]any{"status": "Closed"}, nil)
	f.await("a status of the sandbox", func() (bool, error) {
		underWay := 0
		for _, status := range []string{"Queued", "Sending", "Sent", "Delivered", "Unknown"} {
			n, err := owner.Total(f.ctx, http.MethodGet, "/api/v1/messaging/messages?direction=Outbound&channelId="+channel+"&status="+status, nil)
			if err != nil {
				return false, err
			}
			underWay += n
		}
		return underWay == 0, nil
	})
}

// await asks until something is done, as a client does.
func (f *filler) await(what string, done func() (bool, error)) {
	if f.err != nil {
		return
	}
	ctx, cancel := context.WithTimeoutCause(f.ctx, time.Minute, fmt.Errorf("%s takes too long", what))
	defer cancel()
	for {
		ok, err := done()
		if err != nil || ok {
			f.err = err
			return
		}
		select {
		case <-ctx.Done():
			f.err = context.Cause(ctx)
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
}
