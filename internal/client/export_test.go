package client

import "time"

// LoginsAt returns the logins in a file.
func LoginsAt(path string) *Logins { return &Logins{path} }

// SetFirstRetry sets how long the first wait before another try is.
func SetFirstRetry(c *Client, wait time.Duration) { c.firstRetry = wait }
