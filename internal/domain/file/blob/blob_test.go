package blob_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/file/blob"
)

// What the stores do is tested in test/blob.

func TestValidURL(t *testing.T) {
	t.Parallel()
	for url, valid := range map[string]bool{
		"file:///var/lib/firmhub": true, "file://data/files": true, "s3://bucket?region=eu-west-1": true, "s3://bucket": true,
		"": false, "file://": false, "/var/lib": false, "gs://bucket": false, "mem://": false, "s3": false, "s3://": false,
		"s3://key:secret@bucket?region=eu-west-1": false, "s3://key@bucket": false, "s3://key:se/cret@bucket": false,
	} {
		require.Equal(t, valid, blob.ValidURL(url), url)
	}
}

func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	taken := filepath.Join(t.TempDir(), "taken")
	require.NoError(t, os.WriteFile(taken, nil, 0o600))
	for url, reason := range map[string]string{
		"gs://bucket": "must be file://path or s3://bucket", "file://" + taken: "not a directory",
		"s3://bucket?nonsense=1": `unknown parameter "nonsense"`, "s3://bucket?use_path_style=maybe": "use_path_style must be true or false",
		"s3://bucket?endpoint=https%3A%2F%2Fexample.com%2Fs3": "without a path", "s3://bucket?endpoint=ftp%3A%2F%2Fexample.com": "must be a URL",
		"s3://bucket?ssetype=rot13": "ssetype must be", "s3://bucket?kmskeyid=key": "kmskeyid needs", "s3://?region=x": "not valid",
	} {
		store, err := blob.Open(url)
		require.ErrorContains(t, err, reason, url)
		require.Nil(t, store)
	}
}

// The errors end in the log.
func TestOpen_Secret(t *testing.T) {
	t.Parallel()
	for _, location := range []string{
		"s3://key:S3cret@bucket?bogus=1", "s3://bucket?region=x&access_key=S3cret", "s3://key:S3cret%zz@bucket", "s3://key:S3cret@bu cket",
		"s3://bucket?endpoint=https%3A%2F%2Fkey%3AS3cret%40example.com", "s3://bucket?anonymous=S3cret", "s3://bucket?ssetype=S3cret",
	} {
		_, err := blob.Open(location)
		require.Error(t, err, location)
		require.NotContains(t, err.Error(), "S3cret")
	}
}
