package httpcall

import (
	"io"
	"net/http"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// maxRefusal is how much is read of the body of a refusal in bytes.
const maxRefusal = 64 << 10

// Open sends a GET request once and returns the body of the answer, which the caller closes. A
// provider may redirect to where it keeps files: Open follows one redirect, without the headers of
// the request. If there is no body it returns the answer or, without an answer, the outcome.
func Open(client *http.Client, request *http.Request) (io.ReadCloser, *Answer, provider.Outcome) {
	response, err := client.Do(request)
	if err == nil && isRedirect(response.StatusCode) {
		_ = response.Body.Close()
		if response, err = follow(client, request, response); err == nil && isRedirect(response.StatusCode) {
			_ = response.Body.Close()
			return nil, nil, provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: "too many redirects"}
		}
	}
	if err != nil {
		return nil, nil, provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: text(err, true)}
	}
	if response.StatusCode == http.StatusOK {
		return response.Body, nil, provider.Outcome{Result: provider.Taken}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxRefusal))
	return nil, &Answer{Status: response.StatusCode, Header: response.Header, Body: body, Cut: err != nil}, provider.Outcome{}
}

func isRedirect(status int) bool {
	return status >= http.StatusMultipleChoices && status < http.StatusBadRequest
}

func follow(client *http.Client, request *http.Request, response *http.Response) (*http.Response, error) {
	target, err := response.Location()
	if err != nil {
		return nil, err
	}
	next, err := http.NewRequestWithContext(request.Context(), http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	return client.Do(next)
}
