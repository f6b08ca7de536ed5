package apis_test

import (
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
)

// The answers of plain.
type (
	envelope struct {
		IsSuccess bool   `json:"isSuccess"`
		Data      any    `json:"data"`
		Message   string `json:"message"`
		Error     any    `json:"error"`
	}
	page struct {
		Items      []person `json:"items"`
		TotalCount int      `json:"totalCount"`
		Page       int      `json:"page"`
		PageSize   int      `json:"pageSize"`
	}
	person struct {
		ID         uuid.UUID    `json:"id"`
		FirstName  string       `json:"firstName"`
		LastName   string       `json:"lastName"`
		Gender     *string      `json:"gender"`
		IsActive   bool         `json:"isActive"`
		ProfilePic *string      `json:"profilePic"`
		Phones     []phoneOut   `json:"phones"`
		Emails     []emailOut   `json:"emails"`
		Addresses  []addressOut `json:"addresses"`
		Tags       []string     `json:"tags"`
		CreatedAt  time.Time    `json:"createdAt"`
		UpdatedAt  time.Time    `json:"updatedAt"`
	}
	phoneOut struct {
		ID        uuid.UUID `json:"id"`
		Phone     string    `json:"phone"`
		PhoneCC   string    `json:"phoneCC"`
		Type      int       `json:"type"`
		IsPrimary bool      `json:"isPrimary"`
	}
	emailOut struct {
		ID        uuid.UUID `json:"id"`
		Email     string    `json:"email"`
		Type      int       `json:"type"`
		IsPrimary bool      `json:"isPrimary"`
	}
	addressOut struct {
		ID       uuid.UUID `json:"id"`
		Type     int       `json:"type"`
		Line1    string    `json:"line1"`
		Line2    string    `json:"line2"`
		Landmark string    `json:"landmark"`
		City     string    `json:"city"`
		State    string    `json:"state"`
		Country  string    `json:"country"`
		PinCode  string    `json:"pinCode"`
	}
)

func copied(row *ent.Contact) person {
	out := person{
		ID: row.ID, FirstName: row.FirstName, LastName: row.LastName, Gender: (*string)(row.Gender),
		IsActive: row.IsActive, ProfilePic: row.ProfilePic, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
		Phones: make([]phoneOut, len(row.Edges.Phones)), Emails: make([]emailOut, len(row.Edges.Emails)),
		Addresses: make([]addressOut, len(row.Edges.Addresses)), Tags: make([]string, len(row.Edges.Tags)),
	}
	for i, of := range row.Edges.Phones {
		out.Phones[i] = phoneOut{of.ID, of.Phone, of.PhoneCc, of.Type, of.IsPrimary}
	}
	for i, of := range row.Edges.Emails {
		out.Emails[i] = emailOut{of.ID, of.Email, of.Type, of.IsPrimary}
	}
	for i, of := range row.Edges.Addresses {
		out.Addresses[i] = addressOut{of.ID, of.Type, of.Line1, of.Line2, of.Landmark, of.City, of.State, of.Country, of.PinCode}
	}
	for i, of := range row.Edges.Tags {
		out.Tags[i] = of.Name
	}
	return out
}
