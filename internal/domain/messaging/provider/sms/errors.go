package sms

import (
	"time"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// meanings are what Twilio's errors mean, by code.
//
// Source: twilio.com/docs/api/errors, a page for each code, and Twilio's changelog of 10 July 2024,
// which splits 21211 and 21614; read on 25 November 2026. A code that is not listed is judged by
// the status of its answer: 429 and 5xx are retried, and other answers are Rejected.
var meanings = map[int]provider.Outcome{
	// Too many calls or messages; and a sender whose queue is full.
	20429: {Result: provider.NotTaken, Waits: provider.WaitChannel, RetryAfter: time.Second},
	14107: {Result: provider.NotTaken, Waits: provider.WaitChannel, RetryAfter: time.Second},
	21611: {Result: provider.NotTaken, Waits: provider.WaitChannel, RetryAfter: 30 * time.Second},

	// The recipient.
	21211: {Result: provider.Refused, Code: provider.InvalidAddress},
	21614: {Result: provider.Refused, Code: provider.InvalidAddress},
	21265: {Result: provider.Refused, Code: provider.InvalidAddress}, // short code
	21635: {Result: provider.Refused, Code: provider.InvalidAddress}, // landline
	21610: {Result: provider.Refused, Code: provider.OptedOut},
	21612: {Result: provider.Refused, Code: provider.Rejected}, // this sender can't reach this number

	// Delivery, in statuses.
	30003: {Result: provider.Refused, Code: provider.Rejected}, // handset unreachable
	30004: {Result: provider.Refused, Code: provider.Rejected}, // blocked
	30005: {Result: provider.Refused, Code: provider.Rejected}, // handset unknown
	30006: {Result: provider.Refused, Code: provider.Rejected}, // landline
	30007: {Result: provider.Refused, Code: provider.Rejected}, // filtered by the carrier
	30008: {Result: provider.Refused, Code: provider.Rejected}, // unknown error

	// The account.
	20003: {Result: provider.ChannelFailing, Failing: provider.CredentialsRefused},
	20005: {Result: provider.ChannelFailing, Failing: provider.AccountBlocked}, // not active
	30002: {Result: provider.ChannelFailing, Failing: provider.AccountBlocked}, // suspended
}
