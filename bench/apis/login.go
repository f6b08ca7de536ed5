package main

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

// tokens is the answer to a log-in.
type tokens struct {
	Token        string    `json:"token"`
	RefreshToken string    `json:"refreshToken"`
	UserID       uuid.UUID `json:"userId"`
}

type credentials struct{ Email, Password string }

func decodeCredentials(w http.ResponseWriter, r *http.Request) (in credentials, ok bool) {
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return in, false
	}
	return in, true
}

// login compares the same hash as firmhub's, in the same queue, and begins a session in the user's
// only firm. It leaves out the limits of attempts, invitations, the choice among firms and their
// list in the answer, and the lock of the account.
func (p *plain) login(w http.ResponseWriter, r *http.Request) {
	in, ok := decodeCredentials(w, r)
	if !ok {
		return
	}
	ctx := rule.AcrossFirms(r.Context(), "a log-in comes before a firm is chosen")
	found, err := p.db.Client.User.Query().Where(user.EmailKey(email.Key(in.Email)), user.IsActive(true)).Only(ctx)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	if same, err := p.passwords.Verify(ctx, found.PasswordHash, in.Password); err != nil || !same {
		http.Error(w, "wrong password", http.StatusUnauthorized)
		return
	}
	var out tokens
	err = p.db.Tx(ctx, func(ctx context.Context) error {
		out, err = p.begin(ctx, found)
		return err
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	respond(w, out)
}

func (p *plain) begin(ctx context.Context, of *ent.User) (out tokens, err error) {
	in, err := p.db.Client.Membership.Query().Where(membership.UserID(of.ID), membership.StatusEQ(membership.StatusActive)).Only(ctx)
	if err != nil {
		return out, err
	}
	at, err := p.db.Client.Firm.Get(ctx, in.FirmID)
	if err != nil {
		return out, err
	}
	begun, err := p.db.Client.Session.Create().SetUserID(of.ID).SetFirmID(at.ID).SetMembershipID(in.ID).Save(ctx)
	if err != nil {
		return out, err
	}
	refresh, hash := token.NewRefresh()
	err = p.db.Client.RefreshToken.Create().SetSessionID(begun.ID).SetHash(hash).SetExpiresAt(time.Now().Add(session.RefreshLife)).Exec(ctx)
	if err != nil {
		return out, err
	}
	access, err := p.tokens.Issue(ctx, token.Claims{
		UserID: of.ID, SessionID: begun.ID, FirmID: at.ID, MembershipID: in.ID, RoleID: in.RoleID, SuperFirm: at.IsSuperFirm, Email: of.Email,
	})
	return tokens{Token: access, RefreshToken: refresh, UserID: of.ID}, err
}

// login does the same as in plain, in two round trips.
func (b *bare) login(w http.ResponseWriter, r *http.Request) {
	in, ok := decodeCredentials(w, r)
	if !ok {
		return
	}
	var hash string
	claims := token.Claims{SessionID: uuid.New()}
	err := b.pool.QueryRow(r.Context(), `SELECT u.password_hash, u.id, u.email, m.firm_id, m.id, m.role_id, f.is_super_firm
		FROM users u JOIN memberships m ON m.user_id = u.id AND m.status = 'Active' JOIN firms f ON f.id = m.firm_id AND f.is_active
		WHERE u.email_key = $1 AND u.is_active`, email.Key(in.Email)).
		Scan(&hash, &claims.UserID, &claims.Email, &claims.FirmID, &claims.MembershipID, &claims.RoleID, &claims.SuperFirm)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	if same, err := b.passwords.Verify(r.Context(), hash, in.Password); err != nil || !same {
		http.Error(w, "wrong password", http.StatusUnauthorized)
		return
	}
	refresh, refreshHash := token.NewRefresh()
	batch := &pgx.Batch{}
	batch.Queue(`INSERT INTO sessions (id, created_at, updated_at, last_used_at, user_id, firm_id, membership_id)
		VALUES ($1, now(), now(), now(), $2, $3, $4)`, claims.SessionID, claims.UserID, claims.FirmID, claims.MembershipID)
	batch.Queue(`INSERT INTO refresh_tokens (id, created_at, updated_at, session_id, hash, expires_at)
		VALUES (gen_random_uuid(), now(), now(), $1, $2, $3)`, claims.SessionID, refreshHash, time.Now().Add(session.RefreshLife))
	if err := b.pool.SendBatch(r.Context(), batch).Close(); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	access, err := b.tokens.Issue(r.Context(), claims)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	respond(w, tokens{Token: access, RefreshToken: refresh, UserID: claims.UserID})
}
