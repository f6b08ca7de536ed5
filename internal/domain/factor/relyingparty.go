package factor

import (
	"net"
	"net/url"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/firmhub/firmhub/internal/fault"
)

// localhost is the only name of this machine that browsers allow passkeys for.
const localhost = "localhost"

// party is what passkeys are made for and checked against: the host of the server's public address,
// and its origin.
type party struct {
	*webauthn.WebAuthn

	// isAnyPort is set for a server of this machine that takes any free port.
	isAnyPort bool
}

// origin returns the origin to check a response against that says where its page was. It is empty
// for that of the public address.
func (p *party) origin(said string) string {
	at, err := url.Parse(said)
	if p.isAnyPort && err == nil && at.Scheme == "http" && at.Hostname() == localhost {
		return said
	}
	return ""
}

// relyingParty returns nil if browsers would refuse passkeys at the address, which need https and a
// name, or this machine.
func relyingParty(publicURL string) *party {
	at, err := url.Parse(publicURL)
	if err != nil || at.Hostname() == "" {
		return nil
	}
	host := at.Hostname()
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		host, at.Host = localhost, strings.TrimSuffix(localhost+":"+at.Port(), ":")
	}
	if at.Scheme != "https" && host != localhost {
		return nil
	}
	checks, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: issuer, RPOrigins: []string{at.Scheme + "://" + at.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{
			Login: webauthn.TimeoutConfig{Timeout: challengeLife}, Registration: webauthn.TimeoutConfig{Timeout: challengeLife},
		},
		// Some password managers answer extensions that nobody has asked for. None is used here.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil // an IP address, or no domain
	}
	return &party{checks, host == localhost && at.Port() == "0"}
}

func (m *Manager) needRelyingParty() error {
	if m.party == nil {
		return fault.New(fault.Unavailable,
			"Passkeys need an https address with a name: the operator of this server must set FIRMHUB_PUBLIC_URL.")
	}
	return nil
}
