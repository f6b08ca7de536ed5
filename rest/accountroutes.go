package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// accountRoutes are the routes of the viewer's own account.
func accountRoutes() []Route {
	return []Route{
		{
			Method: http.MethodPost, Path: "/api/v1/auth/login",
			Operation: "auth/login", Message: "Signed in.",
			ConsolePath: consoleBase + "/login", OmitNull: true,
			Refusals: []fault.Code{fault.Unauthorized},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/login/mfa",
			Operation: "auth/loginMfa", Message: "Signed in.",
			ConsolePath: consoleBase + "/login/mfa", OmitNull: true,
			Refusals: []fault.Code{fault.Unauthorized},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/oidc",
			Operation: "auth/oidcProviders", Message: "Providers listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/oidc/exchange",
			Operation: "auth/exchangeOidc", Message: "Signed in.",
			ConsolePath: consoleBase + "/oidc/exchange", OmitNull: true, Omit: []string{browserField},
			Refusals: []fault.Code{fault.Unauthorized},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/refreshtoken",
			Operation: "auth/refreshToken", Message: "Token refreshed.",
			ConsolePath: consoleBase + "/refresh",
			Refusals:    []fault.Code{fault.Unauthorized},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/setfirm",
			Operation: "auth/setFirm", Message: "Firm chosen.",
			Refusals: []fault.Code{fault.Forbidden},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/logout",
			Operation: "auth/logout", Message: "Signed out.", NoData: true,
			ConsolePath: consoleBase + "/logout",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/me",
			Operation: "auth/me", Message: "You are signed in.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/auth/me",
			Operation: "auth/updateMe", Message: "Account updated.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/invitations",
			Operation: "auth/invitations", Message: "Invitations listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/invitations/{id}/accept",
			Operation: "auth/acceptInvitation", Message: "Invitation accepted.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/invitations/{id}/decline",
			Operation: "auth/declineInvitation", Message: "Invitation declined.", NoData: true,
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/mfa",
			Operation: "auth/mfa", Message: "Second factors found.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/mfa/totp",
			Operation: "auth/beginTotp", Message: "Confirm the authenticator by a code.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/mfa/totp/confirm",
			Operation: "auth/confirmTotp", Message: "Keep the recovery codes in a safe place: they are shown only now.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/auth/mfa/totp",
			Operation: "auth/removeTotp", Message: "Authenticator removed.", NoData: true,
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/mfa/recovery-codes/begin",
			Operation: "auth/beginRecoveryCodes", Message: "Let a passkey sign.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/mfa/recovery-codes",
			Operation: "auth/renewRecoveryCodes", Message: "Keep the recovery codes in a safe place: they are shown only now.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/passkeys/begin",
			Operation: "auth/beginPasskey", Message: "Let the browser make a passkey.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/passkeys/finish", Status: http.StatusCreated,
			Operation: "auth/finishPasskey", Message: "Passkey added. Recovery codes are shown only now.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/passkeys",
			Operation: "auth/passkeys", Message: "Passkeys listed.",
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/auth/passkeys/{id}",
			Operation: "auth/removePasskey", Message: "Passkey removed.", NoData: true,
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/login/mfa/passkey/begin",
			Operation: "auth/beginLoginMfaPasskey", Message: "Let a passkey sign.",
			Refusals: []fault.Code{fault.Unauthorized, fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/login/mfa/passkey",
			Operation: "auth/loginMfaPasskey", Message: "Signed in.",
			ConsolePath: consoleBase + "/login/mfa/passkey", OmitNull: true,
			Refusals: []fault.Code{fault.Unauthorized},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/login/passkey/begin",
			Operation: "auth/beginLoginPasskey", Message: "Let a passkey sign.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/login/passkey/finish",
			Operation: "auth/loginPasskey", Message: "Signed in.",
			ConsolePath: consoleBase + "/passkey/finish", OmitNull: true,
			Refusals: []fault.Code{fault.Unauthorized},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/changepassword",
			Operation: "auth/changePassword", Message: "Password changed.", NoData: true,
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/forgot-password", Status: http.StatusAccepted,
			Operation: "auth/forgotPassword", Message: "If the address has an account, a mail is on its way.", NoData: true,
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/reset-password",
			Operation: "auth/resetPassword", Message: "Password changed. Sign in with it.", NoData: true,
			Refusals: []fault.Code{fault.Unauthorized},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/verify-email",
			Operation: "auth/verifyEmail", Message: "E-mail address verified.", NoData: true,
			Refusals: []fault.Code{fault.Unauthorized, fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/verify-email/send", Status: http.StatusAccepted,
			Operation: "auth/sendVerification", Message: "A mail is on its way.", NoData: true,
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/accept-invitation",
			Operation: "auth/acceptMailedInvitation", Message: "Invitation accepted.",
			Refusals: []fault.Code{fault.Unauthorized, fault.Forbidden, fault.Conflict},
		},
	}
}
