package whatsapp

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

type templateValue struct {
	Event     string        `json:"event"`
	ID        httpcall.Text `json:"message_template_id"`
	Name      string        `json:"message_template_name"`
	Language  string        `json:"message_template_language"`
	Reason    string        `json:"reason"`
	OtherInfo struct {
		Title       string `json:"title"`
		Description string `json:"description"`
	} `json:"other_info"`
}

// templateStates are the states of a template after an event. Other events, such as FLAGGED, warn.
var templateStates = map[string]provider.TemplateState{
	"PENDING": provider.TemplateIsSubmitted, "IN_APPEAL": provider.TemplateIsSubmitted,
	"APPROVED": provider.TemplateIsApproved, "REINSTATED": provider.TemplateIsApproved, "UNPAUSED": provider.TemplateIsApproved,
	"REJECTED": provider.TemplateIsRejected, "PAUSED": provider.TemplateIsPaused,
	"DISABLED": provider.TemplateIsDisabled, "PENDING_DELETION": provider.TemplateIsDisabled,
	"DELETED": provider.TemplateIsDisabled, "ARCHIVED": provider.TemplateIsDisabled,
}

func readTemplate(v templateValue) provider.Event {
	if v.Name == "" {
		return provider.Event{Err: errMissing}
	}
	reason := v.OtherInfo.Description
	if v.Reason != "" && v.Reason != "NONE" {
		reason = v.Reason
	}
	state, known := templateStates[v.Event]
	if !known {
		message := strings.TrimSpace(v.Name + " " + v.Language + " " + reason)
		return provider.Event{Alert: &provider.Alert{Type: "template " + v.Event, Message: message}}
	}
	return provider.Event{Template: &provider.TemplateEvent{
		ProviderID: string(v.ID), Name: v.Name, Language: v.Language, State: state, Reason: reason,
	}}
}

// throughput is the event of a number that may send more messages in a second.
const throughput = "THROUGHPUT_UPGRADE"

// alertValue has the fields of all alerts of an account and of its numbers.
type alertValue struct {
	Event  string `json:"event"`
	Number string `json:"display_phone_number"`
	Ban    ban    `json:"ban_info"`
	Limit  string `json:"current_limit"`
	// MaxDay is a word such as TIER_2K, or the number.
	MaxDay  httpcall.Text `json:"max_daily_conversations_per_business"`
	Type    string        `json:"alert_type"`
	Text    string        `json:"alert_description"`
	Verdict string        `json:"decision"`
	Limits  few[struct {
		Type string `json:"restriction_type"`
	}] `json:"restriction_info"`
	Info *struct {
		Type string `json:"alert_type"`
		Text string `json:"alert_description"`
	} `json:"alert_info"`
}

type ban struct {
	State string `json:"waba_ban_state"`
	Date  string `json:"waba_ban_date"`
}

// readAlert returns the alert of a field. Restrictions that are too many get an event of their own.
func readAlert(raw json.RawMessage, field string) []provider.Event {
	var more []provider.Event
	event := each(raw, func(v alertValue) provider.Event {
		more = v.Limits.tooMany("restrictions")
		return v.event(field)
	})
	return append([]provider.Event{event}, more...)
}

// event returns the alert. The account is blocked once its ban is in force.
func (v alertValue) event(field string) provider.Event {
	if v.Info != nil {
		v.Type, v.Text = v.Info.Type, v.Info.Text
	}
	kind := cmp.Or(v.Event, v.Type, v.Verdict, field)
	alert := &provider.Alert{Type: kind, Tier: cmp.Or(string(v.MaxDay), v.Limit)}
	if v.Event == throughput {
		alert.Tier = "" // It says how fast the number is.
	}
	texts := []string{v.Number, v.Text, v.Ban.State, v.Ban.Date}
	for _, limit := range v.Limits.items {
		texts = append(texts, limit.Type)
	}
	texts = slices.DeleteFunc(texts, func(text string) bool { return text == "" })
	alert.Message = strings.TrimSpace(strings.Join(texts, " "))
	if v.Ban.State == "DISABLE" {
		alert.Failing = provider.AccountBlocked
	}
	return provider.Event{Alert: alert}
}
