package httpd_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// A connection serves the next request after a body of either framing, whether it was read or
// refused unread.
func TestKeepAlive(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	const body = `{"query":"{ __typename }"}`
	framed := map[string]string{
		"Length":  fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body),
		"Chunked": fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(body), body),
		"Pieces": fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n1\r\n%s\r\n%x;name=value\r\n%s\r\n0\r\n\r\n",
			body[:1], len(body)-1, body[1:]),
		"Trailer": fmt.Sprintf("Trailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\nX-Sum: 1\r\n\r\n", len(body), body),
	}
	for name, rest := range framed {
		for path, status := range map[string]int{
			graphqlPath: http.StatusOK, createPath: http.StatusUnauthorized, "/nope": http.StatusNotFound,
		} {
			t.Run(name+path, func(t *testing.T) {
				t.Parallel()
				request := "POST " + path + " HTTP/1.1\r\nHost: firmhub\r\nContent-Type: application/json\r\n" + rest
				conn := dial(t, a.URL)
				answered := func() {
					answer := conn.answer()
					require.Equal(t, status, answer.Status, "%s", answer.Body)
					require.Empty(t, answer.Header.Get("Connection"))
				}
				conn.send("%s", request+request) // pipelined
				answered()
				answered()
				conn.send("%s", request[:len(request)-3]) // The end comes later.
				conn.send("%s", request[len(request)-3:])
				answered()
			})
		}
	}
}

// Of a request with two lengths the chunks count, so that no second request hides behind either of
// them.
func TestRequestsOfTwoLengths(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	const (
		body   = `{"query":"{ __typename }"}`
		start  = "POST " + graphqlPath + " HTTP/1.1\r\nHost: firmhub\r\nContent-Type: application/json\r\n"
		hidden = "GET /nope HTTP/1.1\r\nHost: firmhub\r\n\r\n"
	)
	chunks := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	for name, length := range map[string]int{"Short": 4, "Body": len(body), "Long": len(chunks) + len(hidden)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, a.URL)
			conn.send("%s", fmt.Sprintf("%sContent-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n%s", start, length, chunks)+hidden)
			for _, status := range []int{http.StatusOK, http.StatusNotFound} {
				answer := conn.answer()
				require.Equal(t, status, answer.Status, "%s", answer.Body)
			}
		})
	}
	for name, headers := range map[string]string{
		"TwoLengths": "Content-Length: 4\r\nContent-Length: 5\r\n",
		"Identity":   "Content-Length: 4\r\nTransfer-Encoding: identity\r\n",
		"Other":      "Transfer-Encoding: gzip, chunked\r\n",
		"Twice":      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, a.URL)
			conn.send("%s", start+headers+"\r\n"+chunks+hidden)
			answer := conn.answer()
			require.Contains(t, []int{http.StatusBadRequest, http.StatusNotImplemented}, answer.Status)
			_, err := conn.answers.ReadByte()
			require.Error(t, err, "the connection is closed")
		})
	}
}
