package blob

import (
	"context"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

// Requests go where the parameters say.
func TestOpenBucket(t *testing.T) {
	t.Parallel()
	for location, want := range map[string]string{
		"s3://bucket?region=eu-west-1":                                     "https://bucket.s3.eu-west-1.amazonaws.com/key",
		"s3://bucket?region=eu-west-1&dualstack=true":                      "https://bucket.s3.dualstack.eu-west-1.amazonaws.com/key",
		"s3://bucket?region=us-east-1&fips=true":                           "https://bucket.s3-fips.us-east-1.amazonaws.com/key",
		"s3://bucket?region=us-east-1&fips=true&dualstack=1":               "https://bucket.s3-fips.dualstack.us-east-1.amazonaws.com/key",
		"s3://bucket?region=cn-north-1":                                    "https://bucket.s3.cn-north-1.amazonaws.com.cn/key",
		"s3://bucket?region=eu-west-1&accelerate=true":                     "https://bucket.s3-accelerate.amazonaws.com/key",
		"s3://bucket?region=eu-west-1&use_path_style=true":                 "https://s3.eu-west-1.amazonaws.com/bucket/key",
		"s3://bucket?region=eu-west-1&disable_https=true":                  "http://bucket.s3.eu-west-1.amazonaws.com/key",
		"s3://with.dots?region=eu-west-1":                                  "https://s3.eu-west-1.amazonaws.com/with.dots/key",
		"s3://bucket?region=auto&endpoint=https://storage.example.com":     "https://bucket.storage.example.com/key",
		"s3://bucket?region=x&endpoint=https://s.example.com/&awssdk=v2":   "https://bucket.s.example.com/key",
		"s3://bucket?region=x&endpoint=http://minio:9000":                  "http://bucket.minio:9000/key",
		"s3://bucket?region=x&endpoint=http://minio:9000&use_path_style=1": "http://minio:9000/bucket/key",
		"s3://bucket?region=x&endpoint=http://m:9000&s3ForcePathStyle=1":   "http://m:9000/bucket/key",
		"s3://bucket?region=x&endpoint=http://m:9000&hostname_immutable=1": "http://m:9000/bucket/key",
		"s3://bucket?region=x&endpoint=http://10.0.0.1:9000":               "http://10.0.0.1:9000/bucket/key",
		"s3://bucket?region=x&endpoint=http://[::1]:9000":                  "http://[::1]:9000/bucket/key",
		"s3://bucket?region=x&endpoint=storage.example.com":                "https://bucket.storage.example.com/key",
	} {
		t.Run(location, func(t *testing.T) {
			t.Parallel()
			parsed, err := url.Parse(location + "&anonymous=true")
			require.NoError(t, err)
			b, err := openBucket(parsed)
			require.NoError(t, err)
			require.NoError(t, b.Close())
			require.Equal(t, want, address(t, b))
		})
	}
}

// address returns where a bucket asks for the blob key. The request is not sent.
func address(t *testing.T, b *bucket) (address string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	b.transport.Proxy = func(r *http.Request) (*url.URL, error) {
		address = r.URL.String()
		cancel()
		return nil, ctx.Err()
	}
	_, err := b.Get(ctx, "key")
	require.ErrorIs(t, err, context.Canceled)
	return address
}
