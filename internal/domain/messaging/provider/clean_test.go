package provider_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

func TestClean(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "Olá": "Olá", "a\x00b": "a\uFFFDb", "a\xffb": "a\uFFFDb", "12345678": "12345678", "123456789": "12345678", "1234567é": "1234567", "\U0001F44D\U0001F44D\U0001F44D": "\U0001F44D\U0001F44D",
	} {
		require.Equal(t, want, provider.Clean(text, 8), "%q", text)
	}
	require.Empty(t, provider.Clean("é", 1))
	require.Empty(t, provider.Clean("a", -1))
	require.Empty(t, provider.Clean("", -1))
}

func TestCleaned(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", provider.MaxProviderID)
	outcome := provider.Outcome{Result: provider.Taken, ProviderID: long, ProviderCode: strings.Repeat("1", 200), Message: strings.Repeat("\x00", 600)}.Cleaned()
	require.Equal(t, long, outcome.ProviderID)
	require.Len(t, outcome.ProviderCode, 100)
	require.LessOrEqual(t, len(outcome.Message), 500)
	require.Equal(t, provider.Unknown, provider.Outcome{Result: provider.Taken, ProviderID: long + "b"}.Cleaned().Result)

	events := provider.CleanAll([]provider.Event{
		{Inbound: &provider.Inbound{ProviderID: "1", Body: "a\x00b", Media: []provider.MediaRef{{FileName: "\xff"}}}},
		{Inbound: &provider.Inbound{ProviderID: long + "b"}},
		{Status: &provider.Status{ProviderID: "2\x00", Error: &provider.Outcome{Message: "\x00"}, Pricing: &provider.Pricing{Model: "\x00"}}},
		{Template: &provider.TemplateEvent{Reason: "\x00"}},
		{Preference: &provider.Preference{UserID: "\x00"}},
		{Alert: &provider.Alert{Message: "\x00"}, BusinessAccountID: "\x00"},
	})
	const clean = "\uFFFD"
	require.Equal(t, "a"+clean+"b", events[0].Inbound.Body)
	require.Equal(t, clean, events[0].Inbound.Media[0].FileName)
	require.Error(t, events[1].Err)
	require.NotEmpty(t, events[1].Raw)
	require.Nil(t, events[1].Inbound)
	require.Equal(t, "2"+clean, events[2].Status.ProviderID)
	require.Equal(t, clean, events[2].Status.Error.Message)
	require.Equal(t, clean, events[2].Status.Pricing.Model)
	require.Equal(t, clean, events[3].Template.Reason)
	require.Equal(t, clean, events[4].Preference.UserID)
	require.Equal(t, clean, events[5].Alert.Message)
	require.Equal(t, clean, events[5].BusinessAccountID)
}

// Only bodies may be of any length.
func TestCleaned_long(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 501)
	short := strings.Repeat("é", 500)
	link := "https://a.example/" + strings.Repeat("a", 1900)
	events := provider.CleanAll([]provider.Event{
		{Inbound: &provider.Inbound{ProviderID: "1", ProfileName: long, Kind: long, Body: long, Media: []provider.MediaRef{{Link: link, FileName: long}, {Link: link + link}}}},
		{Template: &provider.TemplateEvent{Name: long, Reason: long}},
		{Alert: &provider.Alert{Type: long, Message: long, Tier: short}},
		{Status: &provider.Status{ProviderID: "2", OurID: long, UserID: strings.Repeat("a", 501)}},
	})
	inbound := events[0].Inbound
	require.Equal(t, []string{short, short, long}, []string{inbound.ProfileName, inbound.Kind, inbound.Body})
	require.Equal(t, provider.MediaRef{Link: link, FileName: short}, inbound.Media[0])
	require.Len(t, inbound.Media[1].Link, 2000)
	require.Equal(t, &provider.TemplateEvent{Name: short, Reason: short}, events[1].Template)
	require.Equal(t, &provider.Alert{Type: short, Message: short, Tier: short}, events[2].Alert)
	require.Equal(t, &provider.Status{ProviderID: "2", OurID: short, UserID: strings.Repeat("a", 500)}, events[3].Status)
}
