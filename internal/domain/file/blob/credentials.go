package blob

import (
	"fmt"
	"strings"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"
)

// roleTime is how long a request for the credentials of a role may take.
const roleTime = 5 * time.Second

// chain finds credentials in the order of AWS tools. minio's own chain would send requests without
// credentials when it finds none.
type chain struct {
	providers []credentials.Provider
	current   credentials.Provider
}

// RetrieveWithCredContext implements credentials.Provider.
func (c *chain) RetrieveWithCredContext(cc *credentials.CredContext) (credentials.Value, error) {
	var reasons []string
	for _, provider := range c.providers {
		value, err := provider.RetrieveWithCredContext(cc)
		switch {
		case err != nil:
			reasons = append(reasons, err.Error())
		case value.AccessKeyID != "" && value.SecretAccessKey != "":
			c.current = provider
			return value, nil
		}
	}
	return credentials.Value{}, fmt.Errorf(
		"no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, name a profile, or run with a role of AWS (%s)",
		strings.Join(reasons, "; "))
}

// Retrieve implements credentials.Provider.
func (c *chain) Retrieve() (credentials.Value, error) { return c.RetrieveWithCredContext(nil) }

// IsExpired implements credentials.Provider.
func (c *chain) IsExpired() bool { return c.current == nil || c.current.IsExpired() }
