package app

import (
	"encoding/json"
	"net/http"

	"github.com/firmhub/firmhub/graph"
	"github.com/firmhub/firmhub/rest"
)

// refuse answers a request that does not reach its operation, in the form of the REST API or of the GraphQL API.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	if r.URL.Path == graphqlPath {
		graph.Refuse(w, r, err)
		return
	}
	rest.Refuse(w, r, err)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	// The status is out; a client that went away learns nothing any more.
	_ = json.NewEncoder(w).Encode(body)
}
