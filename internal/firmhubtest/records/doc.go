// Package records tests both APIs with the records of firms, such as contacts, files and wallets,
// and with many documents, requests and API keys.
package records
