package firm_test

import (
	"archive/zip"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The time zones are exactly those of the database that Go embeds.
func TestTimeZones(t *testing.T) {
	t.Parallel()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	require.NoError(t, err)
	database, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	require.NoError(t, err)
	defer database.Close()
	for _, file := range database.File {
		if strings.HasSuffix(file.Name, "/") || file.Name == "Factory" {
			continue
		}
		in := acme()
		in.TimeZone = " " + file.Name + " "
		require.Empty(t, in.Validate(), "%s is new in Go: go generate ./internal/domain/firm", file.Name)
		require.Equal(t, file.Name, in.TimeZone)
		_, err := time.LoadLocation(in.TimeZone)
		require.NoError(t, err)
	}

	for _, zone := range []string{
		"Local", "localtime", "posixrules", "posix/UTC", "right/UTC", "Factory", "tzdata.zi", "Europe", "Europe/", "/UTC",
		"europe/berlin", "utc", "Berlin", "../etc/passwd", "+02:00", "Africa/Abidjan\nAfrica/Accra", "Mars/Olympus",
	} {
		in := acme()
		in.TimeZone = zone
		faults := in.Validate()
		require.Len(t, faults, 1, zone)
		require.Equal(t, "timeZone must be an IANA time zone such as Europe/Berlin", faults[0].Field+" "+faults[0].Message)
	}
}
