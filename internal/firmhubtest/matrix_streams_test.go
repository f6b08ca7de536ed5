package firmhubtest_test

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

// while adds what makes events of a subscription that sends none at its beginning.
func (r request) while(event func(m *matrix, c *caller, values map[string]any)) request {
	r.event = event
	return r
}

// repeat makes events of a subscription until stop is called.
func (m *matrix) repeat(event func()) (stop func()) {
	stopped, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stopped:
				return
			case <-time.After(50 * time.Millisecond):
				event()
			}
		}
	}()
	return func() {
		close(stopped)
		<-done
	}
}

// addNote adds a note to a conversation. It may run beside the test, and reports nothing.
func (m *matrix) addNote(by *caller, conversation string) {
	request, err := http.NewRequestWithContext(m.t.Context(), http.MethodPost,
		m.URL+"/api/v1/messaging/conversations/"+conversation+"/notes", strings.NewReader(`{"body": "Hello"}`))
	if err != nil {
		return
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+by.token)
	if answer, err := http.DefaultClient.Do(request); err == nil {
		_ = answer.Body.Close()
	}
}

// noteOfOwner adds a note to the conversation of the values.
func noteOfOwner(m *matrix, _ *caller, values map[string]any) {
	m.addNote(m.owner, fmt.Sprint(values["conversationId"]))
}

// noteOfCaller adds a note to a conversation of the caller's firm.
func noteOfCaller(m *matrix, c *caller, _ map[string]any) {
	by := m.owner
	if c == m.stranger || c == m.super {
		by = c
	}
	m.addNote(by, m.conversations[by])
}

// conversationsOfAll makes a conversation in the firm of each caller.
func conversationsOfAll(m *matrix, _ *caller) map[string]any {
	if m.conversations != nil {
		return nil
	}
	m.conversations = map[*caller]string{}
	for _, by := range []*caller{m.owner, m.stranger, m.super} {
		channel := m.make(by, "/api/v1/messaging/channels", map[string]any{"name": "Sandbox", "kind": "Sandbox"})
		m.conversations[by] = m.conversationIn(by, channel)
	}
	return nil
}

// colleagueTypes makes somebody of the firm type in the conversation of the values.
func colleagueTypes(m *matrix, _ *caller, values map[string]any) {
	signal := fmt.Sprintf(`{"typing": {"conversation": %q, "by": %q, "name": "Ada Writer", "typing": true}}`, values["conversationId"], uuid.NewString())
	m.Broker.Publish("conversation."+m.firmID, []byte(signal))
}
