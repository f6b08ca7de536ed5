// Package people tests both APIs with the people of firms: users, invitations, roles, sessions and
// policy rules.
package people
