// Package hubtest has the tests of notifications from end to end: with the official SignalR client
// and the GraphQL clients that front-ends use, in Node and in Chromium, against a whole server. The
// other pages are tested here too, in the same Chromium.
package hubtest
