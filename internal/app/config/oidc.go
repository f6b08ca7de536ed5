package config

import (
	"fmt"
	"os"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/sso"
)

const oidcFile = "FIRMHUB_OIDC"

// Providers reads the file of OIDCFile, and returns its OpenID Connect providers; none without a
// file. The [*Error] of a file that is not valid names every fault, and no secret.
func (c Config) Providers() ([]sso.Settings, error) {
	if c.OIDCFile == "" {
		return nil, nil
	}
	text, err := os.ReadFile(c.OIDCFile)
	if err != nil {
		return nil, Refuse(oidcFile, "must name a JSON file that can be read: %v.", err)
	}
	providers, faults := sso.Parse(text)
	if len(faults) == 0 {
		return providers, nil
	}
	lines := make([]string, len(faults))
	for i, fault := range faults {
		lines[i] = fmt.Sprintf("%s %s", fault.Field, fault.Message)
	}
	return nil, Refuse(oidcFile, "names %s, which is not valid: %s.", c.OIDCFile, strings.Join(lines, "; "))
}
