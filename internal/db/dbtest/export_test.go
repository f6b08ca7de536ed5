package dbtest

// UnwatchedURL is [URL] of a PostgreSQL database whose statements are not checked.
var UnwatchedURL = postgresCopy
