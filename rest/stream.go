package rest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

const (
	// formatParameter chooses the format of a stream.
	formatParameter = "format"
	// renewAfter is how often the credential is checked again while a stream is written.
	renewAfter = time.Second
)

// serveStream writes a table page by page. An error before the first page is answered in the
// envelope. A later error cuts the connection, so that the client does not take a part for the
// whole.
func (r *route) serveStream(w http.ResponseWriter, request *http.Request) error {
	if err := r.options.Executor.Admit(request.Context(), r.root.Definition); err != nil {
		return err
	}
	given, err := r.values(w, request)
	if err != nil {
		return err
	}
	format := given.format(request)
	table, err := r.table(request.Context(), given.variables)
	if err := given.withFaults(err); err != nil {
		return r.asSent(given.sent, err)
	}
	rows := table.Rows(format)
	more, err := table.Next(request.Context(), rows)
	if err != nil {
		return err
	}

	header := w.Header()
	header.Set("Content-Type", format.ContentType())
	header.Set("Content-Disposition", `attachment; filename="`+r.FileName+"."+string(format)+`"`)
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	if request.Method == http.MethodHead {
		return nil
	}
	control := http.NewResponseController(w)
	renewed := time.Now()
	for {
		if _, err := w.Write(rows.Bytes()); err != nil {
			panic(http.ErrAbortHandler) // the client left, or does not read
		}
		if !more {
			return nil
		}
		rows.Reset()
		_ = control.Flush() // the next write returns its error
		if time.Since(renewed) > renewAfter {
			request, err = r.renewed(request)
			renewed = time.Now()
		}
		if err == nil {
			more, err = table.Next(request.Context(), rows)
		}
		if err != nil {
			logCut(request, err)
			panic(http.ErrAbortHandler)
		}
	}
}

// logCut logs why a stream was cut. It logs a server error as an error, and nothing if the client
// left.
func logCut(request *http.Request, err error) {
	level := slog.LevelInfo
	switch {
	case errors.Is(request.Context().Err(), context.Canceled):
		return
	case fault.From(err).Ours():
		level = slog.LevelError
	}
	slog.Log(request.Context(), level, "a stream was cut", "path", request.URL.Path, "error", err)
}

// check returns the result of [Executor.Access] for the root field and the viewer.
func (r *route) check(ctx context.Context) error {
	return r.options.Executor.Access(ctx, r.root.Definition)
}

// renewed returns the request with the current viewer, who must still have access.
func (r *route) renewed(request *http.Request) (*http.Request, error) {
	now, err := r.options.Bodies.Renew(request)
	if err != nil {
		return request, err
	}
	return now, r.check(now.Context())
}

// format returns the format in the query, and adds a fault for an unknown format.
func (v *values) format(request *http.Request) stream.Format {
	asked := request.URL.Query()[formatParameter]
	switch text := strings.TrimSpace(strings.Join(asked, ",")); {
	case text == "", strings.EqualFold(text, string(stream.CSV)):
		return stream.CSV
	case strings.EqualFold(text, string(stream.NDJSON)):
		return stream.NDJSON
	}
	v.faults = append(v.faults, fault.Detail{Field: formatParameter, Message: "must be one of csv, ndjson"})
	return stream.CSV
}
