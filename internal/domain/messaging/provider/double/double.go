// Package double answers calls as the providers do: the Cloud API of WhatsApp, Twilio, and a mail
// server. What it answers to the nth call to an address depends on the seed alone, so that a run
// can be repeated; its ids depend on those of the caller, too. It throttles, refuses, fails, loses
// answers, and sends statuses twice and in the wrong order.
package double

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// Behaviour is how a call is answered.
type Behaviour string

// The behaviours.
const (
	Take     Behaviour = "Take"
	TakeFail Behaviour = "TakeFail" // taken; a later status says that it failed
	Refuse   Behaviour = "Refuse"   // the address is invalid
	Throttle Behaviour = "Throttle" // 429, with Retry-After of one second
	Fail     Behaviour = "Fail"     // 5xx with an error object
	Lose     Behaviour = "Lose"     // taken, and the connection is closed without an answer
	Gateway  Behaviour = "Gateway"  // taken, and the answer is a 502 without an error object
	Block    Behaviour = "Block"    // the credentials are refused
)

// takes reports whether the message is taken.
func (b Behaviour) takes() bool { return b == Take || b == TakeFail || b == Lose || b == Gateway }

// Options configure a double.
type Options struct {
	Seed uint64
	// Choose returns how to answer a call. By default the seed decides.
	Choose func(Call) Behaviour
	// AccessToken, AuthToken, Username and Password are the credentials that are accepted. An empty
	// one accepts all.
	AccessToken, AuthToken, Username, Password string
	// AppSecret signs the hooks of WhatsApp, which go to HookURL.
	AppSecret, HookURL string
	// Post is called with each hook, after the answer of the call was written. It must not block:
	// the connection of the call waits. None are made without it.
	Post func(Hook)
	// Now is the clock of statuses.
	Now func() time.Time
}

// Hook is a call that a provider makes.
type Hook struct {
	// MessageID is the ProviderID of the message. The provider makes its hooks one after another.
	MessageID string
	URL       string
	Header    http.Header
	Body      []byte
}

// Call is a call for a message.
type Call struct {
	Kind provider.Kind
	To   string
	// Number counts the calls to this address, from 1.
	Number int
	// OurID is the id that the caller gave, or "".
	OurID string
}

// Entry is a call, and how it was answered.
type Entry struct {
	Call

	Behaviour  Behaviour
	ProviderID string
	// States are the states of the hooks, in their order.
	States []provider.State
}

// Double is the state of the providers. It is safe for concurrent use.
type Double struct {
	options Options

	mu    sync.Mutex
	calls map[string]int
	trace []Entry
	// templates are those of WhatsApp, in the order in which they were registered.
	templates []object
	// qrCodes are those of WhatsApp, and codes is how many were created.
	qrCodes []object
	codes   int
}

// New returns a double.
func New(options Options) *Double {
	if options.Now == nil {
		options.Now = time.Now
	}
	return &Double{options: options, calls: map[string]int{}}
}

// Trace returns the calls so far. Calls to one address are in their order.
func (d *Double) Trace() []Entry {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]Entry(nil), d.trace...)
}

// answer decides about a call and adds it to the trace.
func (d *Double) answer(kind provider.Kind, to, ourID, prefix string) Entry {
	d.mu.Lock()
	defer d.mu.Unlock()
	key := string(kind) + " " + to
	d.calls[key]++
	entry := Entry{Call: Call{Kind: kind, To: to, Number: d.calls[key], OurID: ourID}}
	random := d.random(key, entry.Number)
	entry.Behaviour = choose(random)
	if d.options.Choose != nil {
		entry.Behaviour = d.options.Choose(entry.Call)
	}
	if entry.Behaviour.takes() {
		// A double that starts again counts from 1 again: the id differs by that of the caller.
		entry.ProviderID = prefix + hex(d.random(key+" "+ourID, entry.Number))
		entry.States = states(random, entry.Behaviour)
	}
	d.trace = append(d.trace, entry)
	return entry
}

// random returns the source of chance for the nth call to an address.
func (d *Double) random(key string, n int) *rand.Rand {
	hash := fnv.New64a()
	_, _ = hash.Write(binary.LittleEndian.AppendUint64([]byte(key), uint64(n))) //nolint:gosec // n counts from 1
	return rand.New(rand.NewPCG(d.options.Seed, hash.Sum64()))                  //nolint:gosec // chance that can be repeated
}

// choose draws a behaviour. Four of five calls are taken.
func choose(random *rand.Rand) Behaviour {
	switch n := random.IntN(100); {
	case n < 80:
		return Take
	case n < 82:
		return TakeFail
	case n < 85:
		return Refuse
	case n < 91:
		return Throttle
	case n < 95:
		return Fail
	case n < 98:
		return Lose
	}
	return Gateway
}

// states draws the statuses of a message: one of ten comes twice, and one of ten in the wrong
// order.
func states(random *rand.Rand, behaviour Behaviour) []provider.State {
	all := []provider.State{provider.StateSent, provider.StateDelivered, provider.StateRead}[:1+random.IntN(3)]
	if behaviour == TakeFail {
		all = []provider.State{provider.StateSent, provider.StateFailed}
	}
	switch random.IntN(10) {
	case 0:
		all = append(all, all[len(all)-1])
	case 1:
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	return all
}

func hex(random *rand.Rand) string {
	text := strconv.FormatUint(random.Uint64(), 16) + strconv.FormatUint(random.Uint64(), 16)
	return strings.Repeat("0", 32-len(text)) + text
}

// Handler returns the HTTP API of all providers.
func (d *Double) Handler() http.Handler {
	// They have muxes of their own, since their paths are alike.
	twilio, whatsApp, mux := http.NewServeMux(), http.NewServeMux(), http.NewServeMux()
	twilio.HandleFunc("POST /2010-04-01/Accounts/{sid}/Messages.json", d.sendSMS)
	twilio.HandleFunc("GET /2010-04-01/Accounts/{file}", d.accountSMS)
	whatsApp.HandleFunc("POST /{version}/{number}/messages", d.sendWhatsApp)
	whatsApp.HandleFunc("POST /{version}/{number}/media", d.uploadWhatsApp)
	whatsApp.HandleFunc("GET /{version}/{number}", d.numberWhatsApp)
	whatsApp.HandleFunc("GET /media/{id}", d.downloadWhatsApp)
	whatsApp.HandleFunc("POST /{version}/{number}/message_qrdls", d.createQRCode)
	whatsApp.HandleFunc("GET /{version}/{number}/message_qrdls", d.listQRCodes)
	whatsApp.HandleFunc("DELETE /{version}/{number}/message_qrdls/{code}", d.deleteQRCode)
	whatsApp.HandleFunc("POST /{version}/{account}/message_templates", d.registerTemplate)
	whatsApp.HandleFunc("GET /{version}/{account}/message_templates", d.listTemplates)
	whatsApp.HandleFunc("POST /{version}/{template}", d.editTemplate)
	mux.Handle("/2010-04-01/", twilio)
	mux.Handle("/", whatsApp)
	return mux
}

// write writes an answer in JSON, at once.
func write(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "1")
	}
	writeAll(w, status, text)
}

// writeAll sends a whole answer, although its handler goes on.
func writeAll(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text)
	_ = http.NewResponseController(w).Flush() // A client that left needs no answer.
}

// finish writes what the behaviours of a lost answer have in common, and reports whether it did.
func finish(w http.ResponseWriter, behaviour Behaviour) bool {
	if behaviour == Lose {
		panic(http.ErrAbortHandler)
	}
	if behaviour == Gateway {
		w.Header().Set("Content-Type", "text/html")
		writeAll(w, http.StatusBadGateway, []byte("<html>502 Bad Gateway</html>"))
		return true
	}
	return false
}
