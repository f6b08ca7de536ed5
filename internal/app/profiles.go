package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// profileHeaderTimeout is how long a client may take to send its request. An answer may take as
// long as the profile that it asks for.
const profileHeaderTimeout = 10 * time.Second

// serveProfiles serves the profiles of the process on a listener until the returned function is
// called, which cuts the profiles that are being taken. The command line is not among them: its
// flags may contain passwords.
func serveProfiles(ctx context.Context, listener net.Listener) (stop func()) {
	address := listener.Addr()
	slog.InfoContext(ctx, "serving profiles", "address", address.String())
	if tcp, ok := address.(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		slog.WarnContext(ctx, "FIRMHUB_PPROF_ADDR is not an address of this machine alone: whoever reaches it can slow the server down "+
			"and read what its memory shows", "address", address.String())
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index) // and the profiles by their names
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/cmdline", http.NotFound)
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: profileHeaderTimeout, ErrorLog: slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	return func() {
		_ = server.Close()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			slog.ErrorContext(ctx, "the server of profiles stopped by itself", "address", address.String(), "error", err)
		}
	}
}
