// Package hubtest tests notifications from end to end. The clients are the official SignalR client
// and the GraphQL clients that front-ends use. They run in Node and in Chromium, against a whole
// server. The package also tests the other pages in Chromium.
package hubtest
