package client

import "time"

// LoginsAt returns the logins in a file.
func LoginsAt(path string) *Logins { return &Logins{path} }

// SetFirstRetry sets how long the first wait before another try is.
func SetFirstRetry(c *Client, wait time.Duration) { c.firstRetry = wait }

// SetAskLimit sets how long a log-in, a renewal and a log-out wait for each answer.
func SetAskLimit(c *Client, limit time.Duration) { c.askLimit = limit }
