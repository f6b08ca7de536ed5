package sso

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

// Settings are one provider as the operator describes it.
type Settings struct {
	secret.Hidden

	// Name is in the URLs of the provider's log-ins and on the button of the console.
	Name string
	// Issuer is the identity of the provider, and the URL below which it describes itself.
	Issuer                 string
	ClientID, ClientSecret string
	// Scopes are asked for in addition to openid.
	Scopes []string
	// Domains are those whose verified e-mail addresses join existing accounts, in lower case.
	Domains []string
	// AutoJoin is nil if only people with an account may log in.
	AutoJoin *AutoJoin
}

// AutoJoin is where somebody without an account joins at the first log-in.
type AutoJoin struct {
	// Firm and Role are names. They are looked up at the log-in.
	Firm, Role string
}

const (
	// maxIssuer keeps the key of a link within what both databases can index.
	maxIssuer = 500
	// maxText is the maximum length of other texts.
	maxText = 500
)

var (
	nameForm  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$`)
	scopeForm = regexp.MustCompile(`^[!\x23-\x5B\x5D-\x7E]+$`) // scope-token of RFC 6749
)

// Parse reads a JSON array of providers. It returns every fault: the field of a fault begins with
// the place of the provider in the array. No fault contains a secret.
func Parse(text []byte) ([]Settings, fault.Details) {
	var objects []map[string]json.RawMessage
	decoder := json.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&objects); err != nil || decoder.More() {
		return nil, fault.Details{{Field: "the file", Message: "must be a JSON array of objects"}}
	}
	var faults fault.Details
	all := make([]Settings, len(objects))
	for i, object := range objects {
		var of fault.Details
		all[i] = parseProvider(&of, object)
		if slices.ContainsFunc(all[:i], func(other Settings) bool { return strings.EqualFold(other.Name, all[i].Name) }) {
			of.Add("name", "must differ from those of the other providers")
		}
		faults.AddAll(fmt.Sprintf("[%d].", i), of)
	}
	return all, faults
}

func parseProvider(faults *fault.Details, object map[string]json.RawMessage) Settings {
	s := Settings{Scopes: []string{"email", "profile"}}
	read(faults, object, map[string]any{
		"name": &s.Name, "issuer": &s.Issuer, "clientId": &s.ClientID, "clientSecret": &s.ClientSecret, "scopes": &s.Scopes,
		"domains": &s.Domains,
	}, "autoJoin")
	if !nameForm.MatchString(s.Name) {
		faults.Add("name", "must be 1 to 50 letters, digits, hyphens and underscores, a letter or digit first")
	}
	if reason := issuerFault(s.Issuer); reason != "" {
		faults.Add("issuer", "%s", reason)
	}
	checkText(faults, "clientId", s.ClientID)
	checkText(faults, "clientSecret", s.ClientSecret)
	for i, scope := range s.Scopes {
		if !scopeForm.MatchString(scope) || len(scope) > maxText {
			faults.Add(fmt.Sprintf("scopes[%d]", i), "must be a scope, without spaces")
		}
	}
	s.Scopes = slices.DeleteFunc(s.Scopes, func(scope string) bool { return scope == "openid" })
	for i, domain := range s.Domains {
		switch address := "a@" + domain; {
		case !email.IsValid(address):
			faults.Add(fmt.Sprintf("domains[%d]", i), "must be a domain such as example.com")
		case !email.IsOwn(address):
			faults.Add(fmt.Sprintf("domains[%d]", i), "has letters, such as ß, that are taken for others; write it in ASCII (xn--…)")
		}
		s.Domains[i] = email.Key(domain)
	}
	if raw, given := object["autoJoin"]; given && string(raw) != "null" {
		s.AutoJoin = parseAutoJoin(faults, raw)
		if len(s.Domains) == 0 {
			faults.Add("domains", "must name a domain where autoJoin is set")
		}
	}
	return s
}

func parseAutoJoin(faults *fault.Details, raw json.RawMessage) *AutoJoin {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		faults.Add("autoJoin", "must be an object with firm and role")
		return nil
	}
	var to AutoJoin
	var of fault.Details
	read(&of, object, map[string]any{"firm": &to.Firm, "role": &to.Role})
	checkText(&of, "firm", to.Firm)
	checkText(&of, "role", to.Role)
	faults.AddAll("autoJoin.", of)
	return &to
}

// read fills the fields of an object, and adds a fault for each unknown field and wrong type. Some
// other fields are left to the caller.
func read(faults *fault.Details, object map[string]json.RawMessage, fields map[string]any, others ...string) {
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		into, known := fields[name]
		switch {
		case !known && !slices.Contains(others, name):
			faults.Add(fault.Shown(name), "is not known")
		case known && json.Unmarshal(object[name], into) != nil:
			faults.Add(name, "has the wrong type")
		}
	}
}

func checkText(faults *fault.Details, field, text string) {
	if text == "" || text != strings.TrimSpace(text) || len(text) > maxText {
		faults.Add(field, "must be a text of 1 to %d bytes without spaces around it", maxText)
	}
}

// issuerFault returns why an issuer is refused, or "".
func issuerFault(text string) string {
	issuer, err := url.Parse(text)
	if err != nil || issuer.Host == "" || issuer.User != nil || issuer.Opaque != "" ||
		strings.ContainsAny(text, "?#") || len(text) > maxIssuer {
		return "must be a URL such as https://accounts.example.com, without user, query and fragment"
	}
	if !isSafe(issuer, true) {
		return "must begin with https:// (http:// on this machine alone)"
	}
	return ""
}

// isSafe reports whether a URL is by https, or by http on this machine where that is allowed.
func isSafe(u *url.URL, loopback bool) bool {
	if u.Scheme == "https" {
		return true
	}
	address, err := netip.ParseAddr(u.Hostname())
	return loopback && u.Scheme == "http" && (u.Hostname() == "localhost" || err == nil && address.IsLoopback())
}
