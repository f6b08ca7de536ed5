package faults_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rclone/gofakes3"
	"github.com/rclone/gofakes3/s3mem"
	"github.com/stretchr/testify/require"
)

const (
	accessKey = "AKIAEXAMPLE"
	secretKey = "wJalrXUtnFEMI/K7MDENG+example" //nolint:gosec // It is of the test server.
)

// upload uploads a file, and returns its id.
func (c *caller) upload(ctx context.Context, content string) (id string, err error) {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	file, err := writer.CreateFormFile("file", "order.txt")
	if err != nil {
		return "", err
	}
	_, err = io.WriteString(file, content)
	if err := errors.Join(err, writer.Close()); err != nil {
		return "", err
	}
	var uploaded struct{ FileID string }
	err = c.send(ctx, http.MethodPost, "/api/v1/file/upload", writer.FormDataContentType(), &form, &uploaded)
	return uploaded.FileID, err
}

// download returns the content of an uploaded file.
func (c *caller) download(t *testing.T, id string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url+"/api/v1/file/"+id+"/content", http.NoBody)
	require.NoError(t, err)
	request.Header.Set("Authorization", "Bearer "+c.credential())
	answer, err := c.client.Do(request)
	require.NoError(t, err)
	content, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode, "%s", content)
	return string(content)
}

// TestS3IsSlow makes S3 slow, then refuse, under load. Nothing but uploads and downloads waits for
// it.
func TestS3IsSlow(t *testing.T) {
	t.Parallel()
	const slow = 2 * time.Second
	memory := s3mem.New()
	require.NoError(t, memory.CreateBucket(t.Context(), "files"))
	handler := gofakes3.New(memory, gofakes3.WithV4Auth(map[string]string{accessKey: secretKey})).Server()
	var isSlow, isBroken atomic.Bool
	s3 := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case isBroken.Load():
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		case isSlow.Load():
			select {
			case <-time.After(slow):
			case <-r.Context().Done():
			}
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(s3.Close)
	query := url.Values{"region": {"eu-west-1"}, "use_path_style": {"true"}, "endpoint": {s3.URL}}
	s := serve(t, settings(t, "FIRMHUB_FILES_URL=s3://files?"+query.Encode(), "AWS_ACCESS_KEY_ID="+accessKey,
		"AWS_SECRET_ACCESS_KEY="+secretKey, "AWS_EC2_METADATA_DISABLED=true"))
	l := newLoad(t, s, nil)
	stored := map[string]string{}
	store := func(content string) {
		id, err := l.owner.upload(t.Context(), content)
		require.NoError(t, err)
		stored[id] = content
	}
	store("first")

	isSlow.Store(true)
	began := time.Now()
	uploads := make(chan error, 20)
	for range cap(uploads) {
		go func() {
			_, err := l.owner.upload(t.Context(), "slow")
			uploads <- err
		}()
	}
	l.awaitAnswers(t)
	l.mu.Lock()
	require.Empty(t, l.refused, "other requests do not wait for S3")
	l.mu.Unlock()
	accepted := 0
	for range cap(uploads) {
		if <-uploads == nil {
			accepted++
		}
	}
	require.Positive(t, accepted)
	require.GreaterOrEqual(t, time.Since(began), slow)
	store("second")

	isSlow.Store(false)
	isBroken.Store(true)
	_, err := l.owner.upload(t.Context(), "never")
	require.ErrorIs(t, err, errUnavailable)
	l.awaitAnswers(t)

	isBroken.Store(false)
	store("third")
	for id, content := range stored {
		require.Equal(t, content, l.owner.download(t, id))
	}
	l.finish(t)
	require.Empty(t, l.refused)
	s.stop(t)
}
