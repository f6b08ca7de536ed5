package people_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const (
	firmFields = "{ id name isActive isSuperFirm currency timeZone pricingPlanId lowBalanceThreshold messagingTier userCount " +
		"contactCount warning createdAt updatedAt }"
	planFields = "{ id name description currency isDefault isActive chargeOn prices { category country kind unitPrice unit freePerMonth validFrom } createdAt updatedAt }"
)

var (
	listFirms = byInput(http.MethodPost, "/api/v1/admin/firm/getall", "firmPage", "FirmPageInput",
		"{ items "+firmFields+" totalCount page pageSize }")
	getFirm    = byArgument(http.MethodGet, "/api/v1/admin/firm/get/{id}", "firm", "id", "ID", firmFields)
	createFirm = byInput(http.MethodPost, "/api/v1/admin/firm/create", "createFirm", "CreateFirmInput", firmFields)
	updateFirm = byInput(http.MethodPut, "/api/v1/admin/firm/update", "updateFirm", "UpdateFirmInput", firmFields)
	listPlans  = roleOperation{
		method: http.MethodGet, path: "/api/v1/admin/wallet/pricing-plans", root: "pricingPlans", selection: planFields,
	}
	createPlan = roleOperation{
		method: http.MethodPost, path: "/api/v1/admin/wallet/pricing-plans", root: "savePricingPlan", created: true,
		variables: "($input: SavePricingPlanInput!)", arguments: "(input: $input)", selection: planFields,
	}
	updatePlan = func() roleOperation {
		o := createPlan
		o.created = false
		return o
	}()
)

type firmAnswer struct {
	ID, Name, Currency, TimeZone, MessagingTier string
	IsActive, IsSuperFirm                       bool
	PricingPlanID, Warning                      *string
	LowBalanceThreshold                         *jsonNumber
	UserCount, ContactCount                     int
	CreatedAt, UpdatedAt                        time.Time
}

type firmPageAnswer struct {
	Items                      []firmAnswer
	TotalCount, Page, PageSize int
}

type planAnswer struct {
	ID, Name, Description, Currency, ChargeOn string
	IsDefault, IsActive                       bool
	Prices                                    []struct {
		Category, Unit string
		Country, Kind  *string
		UnitPrice      jsonNumber
		FreePerMonth   int
		ValidFrom      time.Time
	}
}

// jsonNumber is a number as it was written.
type jsonNumber string

// UnmarshalJSON implements json.Unmarshaler.
func (n *jsonNumber) UnmarshalJSON(text []byte) error {
	*n = jsonNumber(text)
	return nil
}

func (f *api) newPlan(name, currency string, more values) (plan planAnswer) {
	f.t.Helper()
	in := values{"name": name, "currency": currency}
	maps.Copy(in, more)
	f.must(f.admin, createPlan, in, &plan)
	return plan
}

func TestPricingPlans(t *testing.T) {
	t.Parallel()
	eachAPI(t, func(f *api) {
		currency := "CLP"
		if f.graphQL {
			currency = "COP"
		}
		plan := f.newPlan("Plan "+f.firm, strings.ToLower(currency), values{
			"description": "For all", "isDefault": true, "prices": []values{
				{"category": "Utility", "unitPrice": "0.0001"}, {"category": "Marketing", "unitPrice": 0.05},
			},
		})
		require.Equal(f.t, currency, plan.Currency)
		require.True(f.t, plan.IsDefault)
		require.True(f.t, plan.IsActive)
		require.Len(f.t, plan.Prices, 2)
		require.Equal(f.t, "Marketing", plan.Prices[0].Category)
		require.Equal(f.t, jsonNumber("0.05"), plan.Prices[0].UnitPrice)
		require.Equal(f.t, jsonNumber("0.0001"), plan.Prices[1].UnitPrice)

		var changed planAnswer
		f.must(f.admin, updatePlan, values{"id": plan.ID, "prices": []values{{"category": "Marketing", "unitPrice": 1}}}, &changed)
		require.Equal(f.t, "Plan "+f.firm, changed.Name)
		require.Len(f.t, changed.Prices, 1)
		require.Equal(f.t, jsonNumber("1"), changed.Prices[0].UnitPrice)
		require.True(f.t, changed.Prices[0].ValidFrom.After(plan.Prices[0].ValidFrom))
		require.Equal(f.t, "Sent", changed.ChargeOn)
		require.Equal(f.t, "Message", changed.Prices[0].Unit)
		f.must(f.admin, updatePlan, values{"id": plan.ID, "chargeOn": "Delivered", "prices": []values{
			{"category": "Marketing", "unitPrice": 1, "country": nil, "kind": nil},
			{"category": "Marketing", "unitPrice": 2, "country": "br", "kind": "Sms", "unit": "Segment", "freePerMonth": 5},
		}}, &changed)
		require.Equal(f.t, "Delivered", changed.ChargeOn)
		require.Len(f.t, changed.Prices, 2)
		require.Nil(f.t, changed.Prices[0].Country)
		require.Nil(f.t, changed.Prices[0].Kind)
		specific := changed.Prices[1]
		require.Equal(f.t, []string{"BR", "Sms", "Segment"}, []string{*specific.Country, *specific.Kind, specific.Unit})
		require.Equal(f.t, 5, specific.FreePerMonth)

		var all []planAnswer
		f.must(f.admin, listPlans, nil, &all)
		require.Contains(f.t, all, changed)
		require.True(f.t, func() bool {
			for _, one := range all {
				if one.Name == "Standard USD" && one.IsDefault && len(one.Prices) == 4 {
					return true
				}
			}
			return false
		}(), "the plan of a new installation")

		f.refused(fault.Forbidden, f.owner, listPlans, nil)
		f.refused(fault.Forbidden, f.owner, createPlan, values{"name": "x", "currency": "EUR"})
		f.refused(fault.ValidationError, f.admin, createPlan, values{
			"prices": []values{{"category": "Marketing", "unitPrice": -1}},
		}, "name", "currency", "prices[0].unitPrice")
		f.refused(fault.ValidationError, f.admin, updatePlan, values{"id": plan.ID, "prices": []values{
			{"category": "Marketing", "unitPrice": 1, "country": "XX", "freePerMonth": 1}, {"category": "Marketing", "unitPrice": 1, "country": "ZZ"},
		}}, "prices[0].country", "prices[1].country")
		for _, price := range []any{"NaN", 0.00001, "1e99", true, "1,5"} {
			f.refused(fault.ValidationError, f.admin, updatePlan, values{
				"id": plan.ID, "prices": []values{{"category": "Marketing", "unitPrice": price}},
			}, "prices[0].unitPrice")
		}
		f.refused(fault.ValidationError, f.admin, updatePlan, values{"id": plan.ID, "currency": "USD"}, "currency")
		f.refused(fault.Conflict, f.admin, updatePlan, values{"id": plan.ID, "isActive": false})
		f.refused(fault.Conflict, f.admin, updatePlan, values{"id": plan.ID, "name": "standard USD"})
		f.refused(fault.NotFound, f.admin, updatePlan, values{"id": uuid.NewString()})
	})
}

func TestFirms(t *testing.T) {
	t.Parallel()
	eachAPI(t, func(f *api) {
		plan := f.newPlan("Euro "+f.firm, "EUR", nil)
		name := "Managed " + f.firm
		var made firmAnswer
		f.must(f.admin, createFirm, values{
			"name": name, "currency": "EUR", "timeZone": "Europe/Lisbon", "pricingPlanId": plan.ID,
			"lowBalanceThreshold": "12.5", "messagingTier": "Tier2000",
			"owner": values{"firstName": "O", "lastName": "W", "email": "ow" + f.firm[6:] + "@x.example", "password": firmhubtest.OwnerPassword},
		}, &made)
		require.Equal(f.t, plan.ID, *made.PricingPlanID)
		require.Nil(f.t, made.Warning)
		require.Equal(f.t, jsonNumber("12.5"), *made.LowBalanceThreshold)
		require.Equal(f.t, "Tier2000", made.MessagingTier)
		require.Equal(f.t, 1, made.UserCount)

		var got firmAnswer
		f.must(f.admin, getFirm, values{"id": made.ID}, &got)
		require.Equal(f.t, made, got)

		var listed firmPageAnswer
		f.must(f.admin, listFirms, values{
			"filter": values{"searchTerm": strings.ToUpper(name), "isActive": true}, "sortBy": "name desc", "pageSize": 5,
		}, &listed)
		require.Equal(f.t, firmPageAnswer{Items: []firmAnswer{got}, TotalCount: 1, Page: 1, PageSize: 5}, listed)

		var updated firmAnswer
		f.must(f.admin, updateFirm, values{
			"id": made.ID, "name": name + " 2", "pricingPlanId": nil, "lowBalanceThreshold": nil, "messagingTier": "Unlimited",
		}, &updated)
		require.Nil(f.t, updated.PricingPlanID)
		const free = "There is no pricing plan in EUR, so the messages of the firm cost nothing."
		require.Equal(f.t, free, *updated.Warning)
		f.must(f.admin, getFirm, values{"id": made.ID}, &got)
		require.Equal(f.t, updated, got)
		said := f.REST(http.MethodPut, "/api/v1/admin/firm/update", f.admin, values{"id": made.ID, "isActive": true})
		require.Contains(f.t, string(said.Body), `"message":"Firm updated. `+free+`"`)
		require.Nil(f.t, updated.LowBalanceThreshold)
		require.Equal(f.t, "Unlimited", updated.MessagingTier)
		require.Equal(f.t, "Europe/Lisbon", updated.TimeZone)

		dollars := f.newPlan("Dollars "+f.firm, "USD", nil)
		f.refused(fault.ValidationError, f.admin, updateFirm, values{"id": made.ID, "pricingPlanId": dollars.ID}, "pricingPlanId")
		f.must(f.admin, updateFirm, values{"id": made.ID, "currency": "USD", "pricingPlanId": dollars.ID}, nil)
		answer := f.REST(http.MethodPost, "/api/v1/admin/wallet/manual-credit", f.admin, values{
			"firmId": made.ID, "amount": 1, "reason": "Top-up",
		})
		require.Equal(f.t, http.StatusOK, answer.Status, "%s", answer.Body)
		f.refused(fault.Conflict, f.admin, updateFirm, values{"id": made.ID, "currency": "EUR", "pricingPlanId": nil})
		f.refused(fault.Conflict, f.admin, updateFirm, values{"id": made.ID, "name": strings.ToUpper(f.firm)})
		f.refused(fault.ValidationError, f.admin, updateFirm, values{
			"id": made.ID, "name": " ", "currency": "EURO", "timeZone": "Mars", "lowBalanceThreshold": -1,
		}, "name", "currency", "timeZone", "lowBalanceThreshold")
		f.refused(fault.ValidationError, f.admin, listFirms, values{"sortBy": "balance", "page": 0}, "sortBy", "page")
		f.refused(fault.NotFound, f.admin, getFirm, values{"id": uuid.NewString()})
		f.refused(fault.NotFound, f.admin, updateFirm, values{"id": uuid.NewString()})
		for _, o := range []roleOperation{getFirm, updateFirm} {
			f.refused(fault.Forbidden, f.owner, o, values{"id": made.ID})
		}
		f.refused(fault.Forbidden, f.owner, listFirms, nil)
	})
}

// TestDeactivatedFirm checks that nobody can act in a deactivated firm, and that everything
// continues when it is active again.
func TestDeactivatedFirm(t *testing.T) {
	t.Parallel()
	eachAPI(t, func(f *api) {
		s := staff(f)
		var mine firmPageAnswer
		f.must(f.admin, listFirms, values{"filter": values{"searchTerm": f.firm}}, &mine)
		id := mine.Items[0].ID
		second := f.NewFirm("Second "+f.firm, "second"+f.firm[6:]+"@x.example")
		var key struct{ APIKey string }
		f.REST(http.MethodPost, "/api/v1/ApiClient", f.owner, values{"name": "key"}).Into(f.t, &key)
		byKey := func() int {
			request, err := http.NewRequestWithContext(f.t.Context(), http.MethodPost, f.URL+"/api/V1/Contact/getall", http.NoBody)
			require.NoError(f.t, err)
			request.Header.Set("X-Api-Key", key.APIKey)
			return f.Do(request).Status
		}
		require.Equal(f.t, http.StatusOK, byKey())
		conn, other := s.socket(f.owner), s.socket(second.Token)

		f.must(f.admin, updateFirm, values{"id": id, "isActive": false}, nil)
		for _, token := range []string{f.owner, f.manager} {
			f.refused(fault.Unauthorized, token, listRoles, nil)
		}
		require.Equal(f.t, http.StatusUnauthorized, byKey())
		s.closed(conn)
		s.stillOpen(other)
		f.must(second.Token, listRoles, nil, nil)
		login := f.REST(http.MethodPost, "/api/v1/auth/login", "", values{
			"email": "olga@" + strings.ToLower(f.firm[6:]) + ".example", "password": firmhubtest.OwnerPassword,
		})
		require.Equal(f.t, fault.Unauthorized, login.Code(), "%s", login.Body)

		f.must(f.admin, updateFirm, values{"id": id, "isActive": true}, nil)
		f.must(f.owner, listRoles, nil, nil)
		require.Equal(f.t, http.StatusOK, byKey())
		s.socket(f.owner)

		var log struct {
			Items []struct {
				Action string
				Before values
				After  values
			}
		}
		f.REST(http.MethodGet, "/api/v1/audit?action=firm.update", f.owner, nil).Into(f.t, &log)
		require.Len(f.t, log.Items, 2)
		require.Equal(f.t, values{"isActive": true}, log.Items[0].After)
		require.Equal(f.t, values{"isActive": false}, log.Items[1].After)

		f.must(f.admin, listFirms, values{"filter": values{"searchTerm": "firmhub"}}, &mine)
		f.refused(fault.Conflict, f.admin, updateFirm, values{"id": mine.Items[0].ID, "isActive": false})
	})
}
