package provider

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

const (
	maxID      = 64
	maxName    = 200
	maxSecret  = 4096
	maxSMSName = 11
)

var (
	// idPattern is the form of an id that stands in the path of a URL.
	idPattern         = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	apiVersionPattern = regexp.MustCompile(`^v\d{1,3}\.\d{1,2}$`)
	// smsNumber is a number in E.164 or a short code, and smsName a name, with a letter.
	smsNumber = regexp.MustCompile(`^(\+[1-9]\d{5,14}|\d{3,8})$`)
	smsName   = regexp.MustCompile(`^[0-9 +&_-]*[A-Za-z][A-Za-z0-9 +&_-]*$`)
)

// Validate trims the settings, sets those that are empty to their defaults, and returns every
// fault, with fields such as settings.baseUrl and secrets.accessToken. The secrets are all that the
// channel will have. Addresses are checked by the guard; no name is looked up.
func Validate(kind Kind, settings *Settings, secrets Secrets, guard *outbound.Guard) fault.Details {
	var faults fault.Details
	if !kind.IsKnown() {
		faults.Add("kind", "must be WhatsApp, Sms, Email or Sandbox")
		return faults
	}
	validateSettings(settings, kind, guard, &faults)
	validateSecrets(kind, settings.Username != "", secrets, &faults)
	return faults
}

// texts returns the settings that are texts, by name.
func texts(s *Settings) map[string]*string {
	return map[string]*string{
		"baseUrl": &s.BaseURL, "apiVersion": &s.APIVersion, "phoneNumberId": &s.PhoneNumberID,
		"businessAccountId": &s.BusinessAccountID, "accountSid": &s.AccountSID, "from": &s.From,
		"messagingServiceSid": &s.MessagingServiceSID, "host": &s.Host, "security": (*string)(&s.Security),
		"username": &s.Username, "fromName": &s.FromName, "replyTo": &s.ReplyTo,
	}
}

func validateSettings(s *Settings, kind Kind, guard *outbound.Guard, faults *fault.Details) {
	texts := texts(s)
	names := kind.Settings()
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		*texts[name] = plaintext.Trim(*texts[name])
		if *texts[name] != "" && !slices.Contains(names, name) {
			faults.Add("settings."+name, "is not a setting of the kind %s", kind)
		}
	}
	if s.Port != 0 && !slices.Contains(names, "port") {
		faults.Add("settings.port", "is not a setting of the kind %s", kind)
	}
	for _, setting := range specs[kind].settings {
		field := "settings." + setting.name
		if setting.name == "port" {
			if s.Port < 1 || s.Port > 65535 {
				faults.Add(field, "must be 1 to 65535")
			}
			continue
		}
		text := texts[setting.name]
		if *text == "" {
			*text = setting.standard
		}
		switch {
		case *text != "":
			checkSetting(faults, field, setting.name, kind, text, guard)
		case setting.required:
			faults.Add(field, "is required")
		}
	}
	if kind == SMS && (s.From == "") == (s.MessagingServiceSID == "") {
		faults.Add("settings.from", "must be set, or messagingServiceSid, and not both")
	}
}

// checkSetting checks a setting that is not empty.
func checkSetting(faults *fault.Details, field, name string, kind Kind, text *string, guard *outbound.Guard) {
	switch name {
	case "baseUrl":
		*text = strings.TrimRight(*text, "/")
		if err := guard.CheckURL(*text); err != nil {
			faults.Add(field, "%s", err)
		}
	case "host":
		if err := guard.CheckHost(*text); err != nil {
			faults.Add(field, "%s", err)
		}
	case "apiVersion":
		if !apiVersionPattern.MatchString(*text) {
			faults.Add(field, "must be a version such as v23.0")
		}
	case "security":
		if security := Security(*text); security != StartTLS && security != TLS && security != None {
			faults.Add(field, "must be StartTls, Tls or None")
		}
	case "from":
		switch {
		case kind == Email:
			email.Check(faults, field, text)
		case !smsNumber.MatchString(*text) && (len(*text) > maxSMSName || !smsName.MatchString(*text)):
			faults.Add(field, "must be a number such as +15551234567, a short code, or a name of at most %d letters and digits", maxSMSName)
		}
	case "replyTo":
		email.Check(faults, field, text)
	case "username", "fromName":
		plaintext.Check(faults, field, text, maxName)
	default:
		if !idPattern.MatchString(*text) || len(*text) > maxID {
			faults.Add(field, "must be an id of at most %d letters and digits", maxID)
		}
	}
}

// validateSecrets checks that the secrets are those of the kind. A user name of a mail server
// needs a password, and a password a user name.
func validateSecrets(kind Kind, named bool, secrets Secrets, faults *fault.Details) {
	names := kind.Secrets()
	for _, name := range secrets.Names() {
		text := secrets[name]
		switch {
		case !slices.Contains(names, name):
			faults.Add("secrets."+fault.Shown(name), "is not a secret of the kind %s", kind)
		case text == "":
			faults.Add("secrets."+name, "must not be empty; null removes it")
		case len(text) > maxSecret:
			faults.Add("secrets."+name, "must have at most %d bytes", maxSecret)
		case strings.ContainsFunc(text, plaintext.IsControl):
			faults.Add("secrets."+name, "must not hold control characters")
		}
	}
	for _, spec := range specs[kind].secrets {
		if _, set := secrets[spec.name]; !set && spec.required {
			faults.Add("secrets."+spec.name, "is required")
		}
	}
	if _, set := secrets[Password]; kind == Email && set != named {
		if named {
			faults.Add("secrets.password", "is required with settings.username")
		} else {
			faults.Add("settings.username", "is required with secrets.password")
		}
	}
}
