package blob_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/rclone/gofakes3"
	"github.com/rclone/gofakes3/s3mem"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/file/blob"
)

const (
	bucket = "files"
	key    = "AKIAEXAMPLE"
	secret = "wJalrXUtnFEMI/K7MDENG+example" //nolint:gosec // It is of the test server.
)

// TestMain has the credentials of the environment.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": secret, "AWS_EC2_METADATA_DISABLED": "true",
		"AWS_CONFIG_FILE": os.DevNull, "AWS_SHARED_CREDENTIALS_FILE": os.DevNull,
	} {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// server is an S3 server with a bucket, which checks the signature of each request.
type server struct {
	*httptest.Server

	t      *testing.T
	memory *s3mem.Backend
	// uploads are the objects of the uploads that had a part, by their ids.
	uploads sync.Map
}

func newServer(t *testing.T) *server {
	t.Helper()
	memory := s3mem.New()
	require.NoError(t, memory.CreateBucket(t.Context(), bucket))
	s := &server{t: t, memory: memory}
	handler := gofakes3.New(memory, gofakes3.WithV4Auth(map[string]string{key: secret})).Server()
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut && r.URL.Query().Has("uploadId") {
			s.uploads.Store(r.URL.Query().Get("uploadId"), strings.TrimPrefix(r.URL.Path, "/"+bucket+"/"))
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// location returns the URL of the bucket with further parameters.
func (s *server) location(more ...string) string {
	query := append([]string{"region=eu-west-1", "use_path_style=true", "endpoint=" + url.QueryEscape(s.URL)}, more...)
	return "s3://" + bucket + "?" + strings.Join(query, "&")
}

func (s *server) client() *minio.Core {
	client, err := minio.NewCore(strings.TrimPrefix(s.URL, "http://"), &minio.Options{
		Creds: credentials.NewStaticV4(key, secret, ""), Region: "eu-west-1", BucketLookup: minio.BucketLookupPath,
	})
	require.NoError(s.t, err)
	return client
}

// files returns the keys of all objects, and "upload" for each upload that has not ended.
func (s *server) files() (names []string) {
	objects, err := s.memory.ListBucket(s.t.Context(), bucket, nil, gofakes3.ListBucketPage{})
	require.NoError(s.t, err)
	for _, object := range objects.Contents {
		names = append(names, object.Key)
	}
	s.uploads.Range(func(id, object any) bool {
		_, err := s.client().ListObjectParts(s.t.Context(), bucket, object.(string), id.(string), 0, 100)
		if minio.ToErrorResponse(err).Code != minio.NoSuchUpload {
			require.NoError(s.t, err)
			names = append(names, "upload")
		}
		return true
	})
	return names
}

func TestS3_ContentType(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	_, err := open(t, s.location()).Put(t.Context(), "firm/page", strings.NewReader("<html>"))
	require.NoError(t, err)
	info, err := s.client().StatObject(t.Context(), bucket, "firm/page", minio.StatObjectOptions{})
	require.NoError(t, err)
	require.Equal(t, "application/octet-stream", info.ContentType, "where a bucket is public, nothing in it is a page")
}

// The parameters that become headers arrive with both kinds of uploads.
func TestS3_Encryption(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	var headers []http.Header
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		headers = append(headers, r.Header)
		w.WriteHeader(http.StatusForbidden) // The server has no keys of KMS.
	})
	store := open(t, s.location("ssetype=AWS:KMS", "kmskeyid=alias/files"))
	for _, size := range []int{1, 5 << 20} {
		_, err := store.Put(t.Context(), "firm/file", strings.NewReader(strings.Repeat("a", size)))
		require.Error(t, err)
	}
	require.Len(t, headers, 2)
	for _, header := range headers {
		require.Equal(t, "aws:kms", header.Get("X-Amz-Server-Side-Encryption"))
		require.Equal(t, "alias/files", header.Get("X-Amz-Server-Side-Encryption-Aws-Kms-Key-Id"))
	}
}

func TestS3_Refused(t *testing.T) {
	s := newServer(t)
	put := func(location string) error {
		_, err := open(t, location).Put(t.Context(), "firm/file", strings.NewReader("content"))
		return err
	}
	require.NoError(t, put(s.location()))
	require.ErrorContains(t, put(strings.Replace(s.location(), bucket, "others", 1)), "bucket does not exist")
	require.ErrorContains(t, put(s.location("anonymous=true")), "Access")

	t.Setenv("AWS_SECRET_ACCESS_KEY", "wrong")
	require.ErrorContains(t, put(s.location()), "signature")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	err := put(s.location())
	require.ErrorContains(t, err, "no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	require.NotContains(t, err.Error(), "\n")
	require.ErrorContains(t, put(s.location("profile=unknown")), "unknown")
}

// Credentials are found where the tools of AWS find them.
func TestS3_Credentials(t *testing.T) {
	s := newServer(t)
	works := func(t *testing.T, location string) {
		t.Helper()
		t.Setenv("AWS_ACCESS_KEY_ID", "")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "")
		store := open(t, location)
		_, err := store.Put(t.Context(), "firm/file", strings.NewReader("content"))
		require.NoError(t, err)
		require.Equal(t, "content", get(t, store, "firm/file"))
	}
	profiles := filepath.Join(t.TempDir(), "credentials")
	text := "[default]\naws_access_key_id = other\naws_secret_access_key = other\n" +
		"[files]\naws_access_key_id = " + key + "\naws_secret_access_key = " + secret + "\n"
	require.NoError(t, os.WriteFile(profiles, []byte(text), 0o600))

	t.Run("Parameter", func(t *testing.T) {
		t.Setenv("AWS_SHARED_CREDENTIALS_FILE", profiles)
		works(t, s.location("profile=files"))
	})
	t.Run("Profile", func(t *testing.T) {
		t.Setenv("AWS_SHARED_CREDENTIALS_FILE", profiles)
		t.Setenv("AWS_PROFILE", "files")
		works(t, s.location())
	})
	t.Run("Role", func(t *testing.T) {
		role := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_ = json.NewEncoder(w).Encode(map[string]any{
				"AccessKeyId": key, "SecretAccessKey": secret, "Token": "session", "Expiration": time.Now().Add(time.Hour),
			})
		}))
		t.Cleanup(role.Close)
		t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", role.URL)
		works(t, s.location())
	})
	t.Run("Environment", func(t *testing.T) {
		t.Setenv("AWS_ENDPOINT_URL_S3", s.URL)
		t.Setenv("AWS_REGION", "eu-west-1")
		store := open(t, "s3://"+bucket+"?s3ForcePathStyle=true&awssdk=v2")
		_, err := store.Get(t.Context(), "firm/none")
		require.ErrorIs(t, err, blob.ErrNotFound)
	})
}
