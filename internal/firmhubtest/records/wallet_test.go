package records_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const adminWallet = "/api/v1/admin/wallet/"

// wallets are two firms, and the super-firm.
type wallets struct {
	*firmhubtest.App

	t                          *testing.T
	super, owner, stranger     string // access tokens
	firm, other, strangersFirm string
}

func newWallets(t *testing.T, a *firmhubtest.App) *wallets {
	t.Helper()
	owner, stranger := a.NewFirm("Wallet & Co", "olga@wallet.example"), a.NewFirm("Stranger", "sam@stranger.example")
	return &wallets{
		App: a, t: t, super: a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token, owner: owner.Token, stranger: stranger.Token,
		firm: owner.Firms[0].FirmID, strangersFirm: stranger.Firms[0].FirmID, other: uuid.NewString(),
	}
}

// posting is the answer to a posting, with the numbers as they came.
type posting struct {
	Transaction struct {
		ID, Type, Currency, Reason, CreatedBy, CreatedAt string
		BankRef, Reference                               *string
		Amount, BalanceAfter                             json.Number
	}
	Balance json.Number
}

// post sends a JSON body with an idempotency key, which may be empty.
func (w *wallets) post(path, key, body string) *firmhubtest.Answer {
	w.t.Helper()
	request, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.URL+adminWallet+path, strings.NewReader(body))
	require.NoError(w.t, err)
	request.Header.Set("Authorization", "Bearer "+w.super)
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	return w.Do(request)
}

func (w *wallets) posted(path, key, body string) (made posting) {
	w.t.Helper()
	answer := w.post(path, key, body)
	require.Equal(w.t, http.StatusOK, answer.Status, "%s", answer.Body)
	answer.Into(w.t, &made)
	return made
}

// get reads a path, and returns its data.
func (w *wallets) get(token, path string, data any) {
	w.t.Helper()
	answer := w.REST(http.MethodGet, path, token, nil)
	require.Equal(w.t, http.StatusOK, answer.Status, "%s", answer.Body)
	answer.Into(w.t, data)
}

func TestWallet(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		w := newWallets(t, a)
		first := w.posted("manual-credit", "", `{"firmId":"`+w.firm+`","amount":100.5,"reason":" Top-up ","bankRef":"DE-1","extra":1}`)
		require.Equal(t, "100.5", first.Balance.String())
		require.Equal(t, "Top-up", first.Transaction.Reason)
		require.Equal(t, "DE-1", *first.Transaction.BankRef)
		require.Equal(t, firmhubtest.AdminEmail, first.Transaction.CreatedBy)
		var made posting
		w.REST(http.MethodPost, adminWallet+"manual-adjust?firmId="+w.firm+"&amount=-0.0001&reason=Fee", w.super, nil).Into(t, &made)
		require.Equal(t, "-0.0001", made.Transaction.Amount.String())
		made = w.posted("apply-discount", "", `{"firmId":"`+w.firm+`","amount":"1e1","reason":"=SUM(A1)"}`)
		require.Equal(t, "110.4999", made.Balance.String())

		t.Run("OKReads", func(t *testing.T) { w.reads(t, made.Transaction.CreatedAt) })
		t.Run("OKStatement", func(t *testing.T) {
			year, month := made.Transaction.CreatedAt[:4], made.Transaction.CreatedAt[5:7]
			own := w.REST(http.MethodGet, "/api/v1/wallet/statement?year="+year+"&month="+month, w.owner, nil)
			require.Equal(t, "text/csv; charset=utf-8; header=present", own.Header.Get("Content-Type"))
			require.Contains(t, string(own.Body), ",Discount,10,110.4999,EUR,'=SUM(A1),,,")
			require.Equal(t, 4, strings.Count(string(own.Body), "\r\n"))
			theirs := w.REST(http.MethodGet, adminWallet+"client-statement/"+w.firm+"?format=ndjson", w.super, nil)
			require.Equal(t, 3, strings.Count(string(theirs.Body), "\n"))
			require.Contains(t, string(theirs.Body), `"amount":-0.0001,"balanceAfter":100.4999,`)
			none := w.REST(http.MethodGet, "/api/v1/wallet/statement?year="+year+"&month="+month, w.stranger, nil)
			require.Equal(t, 1, strings.Count(string(none.Body), "\r\n"), "another firm has no transactions")
		})
		t.Run("OKIdempotent", func(t *testing.T) { w.idempotent(t) })
		t.Run("Err", func(t *testing.T) { w.refusals(t, first.Transaction.ID) })
	})
}

// reads compares what the firm and the super-firm read.
func (w *wallets) reads(t *testing.T, at string) {
	t.Helper()
	month := "?year=" + at[:4] + "&month=" + at[5:7]
	for own, clients := range map[string]string{
		"balance": "client-balance/" + w.firm, "transactions?types=discount,CREDIT&pageSize=1": "client-transactions/" + w.firm + "?types=discount,CREDIT&pageSize=1",
		"monthly-summary" + month: "client-summary/" + w.firm,
	} {
		a, b := w.REST(http.MethodGet, "/api/v1/wallet/"+own, w.owner, nil), w.REST(http.MethodGet, adminWallet+clients, w.super, nil)
		require.Equal(t, http.StatusOK, a.Status, "%s", a.Body)
		require.Equal(t, string(a.Data), string(b.Data), clients)
	}
	var listed struct {
		Items      []struct{ Type string }
		TotalCount int
	}
	w.get(w.owner, "/api/v1/wallet/transactions"+month+"&types=Credit&types=Adjustment", &listed)
	require.Equal(t, 2, listed.TotalCount)
	require.Equal(t, "Adjustment", listed.Items[0].Type, "newest first")
	w.get(w.stranger, "/api/v1/wallet/transactions", &listed)
	require.Zero(t, listed.TotalCount)

	var summary struct {
		OpeningBalance, TotalCredit, TotalDebit, TotalDiscount, TotalAdjustment, ClosingBalance json.Number
		TransactionCount                                                                        int
		ByDay                                                                                   []struct{ Date string }
	}
	w.get(w.owner, "/api/v1/wallet/monthly-summary"+month, &summary)
	require.Equal(t, []string{"0", "100.5", "0", "10", "-0.0001", "110.4999"}, []string{
		summary.OpeningBalance.String(), summary.TotalCredit.String(), summary.TotalDebit.String(), summary.TotalDiscount.String(),
		summary.TotalAdjustment.String(), summary.ClosingBalance.String(),
	})
	require.Equal(t, 3, summary.TransactionCount)
	require.GreaterOrEqual(t, len(summary.ByDay), 28)
	w.get(w.owner, "/api/v1/wallet/monthly-summary?year=9999&month=12", &summary)
	require.Equal(t, "110.4999", summary.OpeningBalance.String())
	require.Zero(t, summary.TransactionCount)

	var client struct {
		FirmID, FirmName, Currency, LastUpdated string
		Balance                                 json.Number
		PricingPlan                             *struct{ ID, Name string }
		Totals                                  struct{ Credit, Debit, Discount, Adjustment json.Number }
		Transactions                            []posting
	}
	w.get(w.super, adminWallet+"wallets/"+w.firm, &client)
	require.Equal(t, "Wallet & Co", client.FirmName)
	require.Equal(t, "110.4999", client.Balance.String())
	require.Equal(t, "100.5", client.Totals.Credit.String())
	require.Len(t, client.Transactions, 3)
	var clients struct {
		Items      []struct{ FirmID string }
		TotalCount int
	}
	w.get(w.super, adminWallet+"wallets?searchTerm=%20ALLET%20%26%E2%80%8B", &clients)
	require.Equal(t, 1, clients.TotalCount)
	require.Equal(t, w.firm, clients.Items[0].FirmID)
	w.get(w.super, adminWallet+"wallets?searchTerm=%25", &clients)
	require.Zero(t, clients.TotalCount, "no pattern")
	w.get(w.super, adminWallet+"wallets?page=2&pageSize=2", &clients)
	require.Equal(t, 3, clients.TotalCount)
	require.Len(t, clients.Items, 1)

	_, err := dbtest.SQL(t.Context(), w.Core.DB).Exec("UPDATE firms SET low_balance_threshold = $2 WHERE id = $1", w.firm, int64(200*money.Unit))
	require.NoError(t, err)
	_, err = dbtest.SQL(t.Context(), w.Core.DB).Exec("UPDATE wallets SET held = $2 WHERE firm_id = $1", w.firm, int64(10*money.Unit))
	require.NoError(t, err)
	for path, token := range map[string]string{
		"/api/v1/wallet/balance": w.owner, adminWallet + "client-balance/" + w.firm: w.super, adminWallet + "wallets/" + w.firm: w.super,
	} {
		var held struct{ Balance, Held, Available json.Number }
		w.get(token, path, &held)
		require.Equal(t, []json.Number{"110.4999", "10", "100.4999"}, []json.Number{held.Balance, held.Held, held.Available}, path)
	}
	balance := `query { balance: walletBalance { lowBalanceThreshold } }`
	require.JSONEq(t, `{"balance":{"lowBalanceThreshold":200}}`, string(w.GraphQL(w.owner, balance, nil).Data))
	require.JSONEq(t, `{"balance":{"lowBalanceThreshold":null}}`, string(w.GraphQL(w.stranger, balance, nil).Data))
	balance = `query { balance: clientWalletBalance(firmId: "` + w.firm + `") { lowBalanceThreshold } }`
	require.JSONEq(t, `{"balance":{"lowBalanceThreshold":200}}`, string(w.GraphQL(w.super, balance, nil).Data))
	var all struct {
		TotalBalance, TotalHeld, CreditsThisMonth []struct {
			Currency string
			Amount   json.Number
		}
		FirmCount, LowBalanceCount int
		TopSpenders                []any
		Daily                      []struct {
			Date, Currency string
			Credit         json.Number
		}
	}
	w.get(w.super, adminWallet+"dashboard", &all)
	require.Equal(t, 3, all.FirmCount)
	require.Equal(t, 1, all.LowBalanceCount)
	require.Equal(t, "EUR", all.TotalBalance[0].Currency)
	require.Equal(t, "110.4999", all.TotalBalance[0].Amount.String())
	require.Equal(t, "10", all.TotalHeld[0].Amount.String())
	require.Equal(t, "100.5", all.CreditsThisMonth[0].Amount.String())
	require.Len(t, all.Daily, 30*len(all.TotalBalance))
	require.Equal(t, at[:10], all.Daily[29].Date)
	require.Equal(t, "100.5", all.Daily[29].Credit.String())
}

// A credit can't name one firm or amount in the query and another one in the body.
func TestWallet_QueryAndBody(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		w := newWallets(t, a)
		body := `{"firmId":"` + w.firm + `","amount":"1.0","reason":"Both"}`
		for query, field := range map[string]string{
			"firmId=" + w.strangersFirm + "&amount=1": "firmId", "amount=77": "amount", "reason=Other": "reason",
			"amount=1&amount=1": "amount", "firmId=nobody": "firmId", "bankRef=7&reason=Both&amount=-1": "amount",
		} {
			answer := w.post("manual-credit?"+query, "", body)
			require.Equal(t, fault.ValidationError, answer.Code(), "%s %s", query, answer.Body)
			require.Len(t, answer.Details(), 1, query)
			require.Equal(t, field, answer.Details()[0].Field)
		}
		made := w.posted("manual-credit?firmId="+strings.ToUpper(w.firm)+"&amount=1&reason=Both", "", body)
		require.Equal(t, "1", made.Balance.String(), "what was refused moved nothing")
	})
}

// idempotent sends requests with the same key one after the other, by both APIs, and at once.
func (w *wallets) idempotent(t *testing.T) {
	t.Helper()
	body := `{"firmId":"` + w.firm + `","amount":7,"reason":"Once","idempotencyKey":"is ignored in a body"}`
	first := w.posted("manual-credit", "key-1", body)
	require.Equal(t, first, w.posted("manual-credit", "key-1", body))
	conflict := w.post("manual-credit", "key-1", strings.Replace(body, `"amount":7`, `"amount":8`, 1))
	require.Equal(t, fault.Conflict, conflict.Code(), "%s", conflict.Body)
	conflict = w.post("manual-credit", "key-1", strings.Replace(body, w.firm, w.strangersFirm, 1))
	require.Equal(t, fault.Conflict, conflict.Code(), "another firm: %s", conflict.Body)

	answer := w.GraphQL(w.super, `mutation($input: CreditWalletInput!) { creditWallet(input: $input) { transaction { id } } }`, map[string]any{
		"input": map[string]any{"firmId": w.firm, "amount": "7.0", "reason": "Once", "idempotencyKey": "key-1"},
	})
	require.Contains(t, string(answer.Data), first.Transaction.ID)

	var all sync.WaitGroup
	var answers [6]posting
	for i := range answers {
		all.Go(func() {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.URL+adminWallet+"manual-credit", strings.NewReader(body))
			if err != nil {
				return
			}
			request.Header.Set("Authorization", "Bearer "+w.super)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Idempotency-Key", "key-2")
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				return
			}
			defer func() { _ = response.Body.Close() }()
			var answer struct{ Data posting }
			_ = json.NewDecoder(response.Body).Decode(&answer)
			answers[i] = answer.Data
		})
	}
	all.Wait()
	require.NotEmpty(t, answers[0].Transaction.ID)
	for i := range answers {
		require.Equal(t, answers[0], answers[i])
	}
	var listed struct{ TotalCount int }
	w.get(w.owner, "/api/v1/wallet/transactions", &listed)
	require.Equal(t, 5, listed.TotalCount, "three, one with each key")
}

// refusals are what REST answers to wrong requests.
func (w *wallets) refusals(t *testing.T, credited string) {
	t.Helper()
	of := func(rest string) string { return `{"firmId":"` + w.firm + `",` + rest + `}` }
	for name, wrong := range map[string]struct {
		path, key, body string
		status          int
		code            fault.Code
		fields          string
	}{
		"Everything": {"manual-credit", "ü", `{"firmId":"x","amount":0.00001,"reason":" ","bankRef":5}`, 400, fault.ValidationError, "firmId amount reason bankRef Idempotency-Key"},
		"Nothing":    {"manual-adjust", "", `{}`, 400, fault.ValidationError, "firmId amount reason"},
		"Zero":       {"manual-adjust", "", of(`"amount":0,"reason":"x"`), 400, fault.ValidationError, "amount"},
		"Negative":   {"apply-discount", "", of(`"amount":-1,"reason":"x"`), 400, fault.ValidationError, "amount"},
		"Infinite":   {"apply-discount", "", of(`"amount":1e400,"reason":"x"`), 400, fault.ValidationError, "amount"},
		"TooMuch":    {"manual-credit", "", of(`"amount":1000000000000.0001,"reason":"x"`), 400, fault.ValidationError, "amount"},
		"LongKey":    {"manual-credit", strings.Repeat("k", 201), of(`"amount":1,"reason":"x"`), 400, fault.ValidationError, "Idempotency-Key"},
		"NoFirm":     {"manual-credit", "", `{"firmId":"` + w.other + `","amount":1,"reason":"x"}`, 404, fault.NotFound, ""},
		"BankRef":    {"manual-credit", "", of(`"amount":1,"reason":"x","bankRef":"DE-1"`), 409, fault.Conflict, "bankRef"},
		"TooLow":     {"manual-adjust", "", of(`"amount":-1000000,"reason":"x"`), 409, fault.InsufficientBalance, ""},
	} {
		answer := w.post(wrong.path, wrong.key, wrong.body)
		require.Equal(t, wrong.status, answer.Status, "%s: %s", name, answer.Body)
		require.Equal(t, wrong.code, answer.Code(), name)
		var fields []string
		for _, detail := range answer.Details() {
			fields = append(fields, detail.Field)
		}
		require.ElementsMatch(t, strings.Fields(wrong.fields), fields, "%s: %s", name, answer.Body)
		if name == "BankRef" {
			require.Contains(t, answer.Details()[0].Message, credited)
		}
	}
	for path, fields := range map[string]string{
		"transactions?month=2": "year", "transactions?year=1999&month=13&types=Gift&pageSize=101": "year month types[0] pageSize",
		"monthly-summary": "year month", "monthly-summary?year=10000&month=0": "year month", "monthly-summary?year=x&month=13": "year month",
		"statement?year=x&format=xml": "year month format",
	} {
		answer := w.REST(http.MethodGet, "/api/v1/wallet/"+path, w.owner, nil)
		require.Equal(t, http.StatusBadRequest, answer.Status, "%s: %s", path, answer.Body)
		var found []string
		for _, detail := range answer.Details() {
			found = append(found, detail.Field)
		}
		require.ElementsMatch(t, strings.Fields(fields), found, "%s: %s", path, answer.Body)
	}
	for _, path := range []string{"client-balance/", "client-summary/", "client-transactions/", "client-statement/", "wallets/"} {
		require.Equal(t, http.StatusNotFound, w.REST(http.MethodGet, adminWallet+path+w.other, w.super, nil).Status, path)
		require.Equal(t, http.StatusBadRequest, w.REST(http.MethodGet, adminWallet+path+"x", w.super, nil).Status, path)
		require.Equal(t, http.StatusForbidden, w.REST(http.MethodGet, adminWallet+path+w.firm, w.owner, nil).Status, path)
	}
}

// TestDecimal sends amounts in every form by both APIs, and reads them back.
func TestDecimal(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		w := newWallets(t, a)
		balance := money.Amount(0)
		rapid.Check(t, func(rt *rapid.T) {
			amount := money.Amount(rapid.Int64Range(1, int64(10_000_000_000*money.Unit)).Draw(rt, "amount"))
			text := rapid.SampledFrom([]string{
				amount.String(), amount.String() + "e0", fmt.Sprintf("%de-4", int64(amount)), fmt.Sprintf("%d.%04d00", amount/money.Unit, amount%money.Unit),
			}).Draw(rt, "text")
			quoted := text
			if rapid.Bool().Draw(rt, "quoted") {
				quoted = `"` + text + `"`
			}
			var made posting
			switch rapid.SampledFrom([]string{"body", "query", "literal", "variable"}).Draw(rt, "by") {
			case "body":
				made = w.posted("manual-credit", "", `{"firmId":"`+w.firm+`","amount":`+quoted+`,"reason":"x"}`)
			case "query":
				w.REST(http.MethodPost, adminWallet+"manual-credit?reason=x&firmId="+w.firm+"&amount="+text, w.super, nil).Into(t, &made)
			case "literal":
				made = w.creditByGraphQL(`mutation { data: creditWallet(input: {firmId: "`+w.firm+`", reason: "x", amount: `+quoted+`}) { balance transaction { amount } } }`, `{}`)
			case "variable":
				made = w.creditByGraphQL(`mutation($amount: Decimal!) { data: creditWallet(input: {firmId: "`+w.firm+
					`", reason: "x", amount: $amount}) { balance transaction { amount } } }`, `{"amount":`+quoted+`}`)
			}
			balance += amount
			require.Equal(rt, amount.String(), made.Transaction.Amount.String())
			require.Equal(rt, balance.String(), made.Balance.String())
		})
		var read struct{ Balance json.Number }
		w.get(w.owner, "/api/v1/wallet/balance", &read)
		require.Equal(t, balance.String(), read.Balance.String())
	})
}

func (w *wallets) creditByGraphQL(document, variables string) posting {
	w.t.Helper()
	answer := w.REST(http.MethodPost, "/graphql", w.super, map[string]any{"query": document, "variables": json.RawMessage(variables)})
	var made struct{ Data posting }
	answer.Into(w.t, &made)
	return made.Data
}
