package main

import (
	"fmt"
	"strings"
)

const mebibyte = 1 << 20

// attack is what a connection sends, and whether it reads the answers.
type attack struct {
	bytes string
	reads bool
}

func attacks() map[string]attack {
	return map[string]attack{
		// A head that never ends.
		"headers": {bytes: "GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + strings.Repeat("x", 30_000), reads: true},
		// Bodies without their last byte: of the largest size with a credential, and of the largest without one.
		"bodies":   {bytes: post("/api/v1/auth/login", "application/json", "", mebibyte), reads: true},
		"bodies64": {bytes: post("/api/v1/auth/login", "application/json", "", 64<<10), reads: true},
		"graphql":  {bytes: post("/graphql", "application/json", "", 64<<10), reads: true},
		// Requests for a large page whose answers are not read.
		"readers": {bytes: strings.Repeat("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n", 40)},
		// Errors that quote the document, not read.
		"echo": {bytes: whole("/graphql", "application/json", "", echo())},
		// Requests with the headers of a stream to paths that have none; the answers are not read.
		"sse":       {bytes: whole("/graphql", "application/json", stream, echo())},
		"multipart": {bytes: post("/graphql", "multipart/form-data; boundary=x", stream, mebibyte), reads: true},
		"get":       {bytes: strings.Repeat("GET /graphql?query={"+strings.Repeat("a", 20_000)+"} HTTP/1.1\r\nHost: x\r\n"+stream+"\r\n", 40)},
		// Nothing at all.
		"idle": {reads: true},
	}
}

const stream = "Accept: text/event-stream\r\n"

// post is a request whose body lacks its last byte.
func post(path, contentType, header string, size int) string {
	request := whole(path, contentType, header, strings.Repeat(" ", size))
	return request[:len(request)-1]
}

func whole(path, contentType, header, body string) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\n%s\r\n%s",
		path, contentType, len(body), header, body)
}

// echo is a document of 60 KB with names that do not exist.
func echo() string {
	return `{"query":"{ ` + strings.Repeat("a", 30_000) + " " + strings.Repeat("b", 30_000) + ` }"}`
}
