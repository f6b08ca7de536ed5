package faults_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/test/port"
)

// newStandby starts a standby of a primary, which confirms a commit only when the standby has it.
func newStandby(t *testing.T, primary *postgres) *postgres {
	t.Helper()
	standby := &postgres{folder: ownedFolder(t), port: port.Keep(t)}
	standby.run(t, "pg_basebackup", "-D", standby.data(), "-d", primary.url("postgres")+"&application_name=standby", "-R", "-X", "stream",
		"-c", "fast", "--no-sync")
	standby.start(t)
	primary.execute(t, "ALTER SYSTEM SET synchronous_standby_names = 'standby'", "SELECT pg_reload_conf()")
	conn, err := pgx.Connect(t.Context(), primary.url("postgres"))
	require.NoError(t, err)
	for began := time.Now(); ; {
		var state string
		if err := conn.QueryRow(t.Context(), "SELECT sync_state FROM pg_stat_replication").Scan(&state); err == nil && state == "sync" {
			break
		}
		require.Less(t, time.Since(began), time.Minute, "the standby does not follow")
		time.Sleep(20 * time.Millisecond) //nolint:forbidigo // PostgreSQL sends no signal
	}
	require.NoError(t, conn.Close(t.Context()))
	return standby
}

// promote makes a primary of a standby.
func (p *postgres) promote(t *testing.T) {
	t.Helper()
	p.run(t, "pg_ctl", "promote", "-D", p.data(), "-w", "-s")
}

// TestPostgresFailsOver loses the primary. First the address leads to the standby while that is
// read-only, as with a balancer that acts too early, then the standby becomes the primary.
func TestPostgresFailsOver(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]func(address, standby string) string{
		"behind a proxy":       func(address, _ string) string { return address },
		"with two hosts named": func(address, standby string) string { return address + "," + standby },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			primary := newPostgres(t)
			primary.execute(t, "CREATE DATABASE firmhub")
			standby := newStandby(t, primary)
			way := newProxy(t, "127.0.0.1:"+primary.port)
			hosts := url(way.address(), "127.0.0.1:"+standby.port)
			address := "postgres://postgres@" + hosts + "/firmhub?sslmode=disable"
			isNamed := strings.Contains(hosts, ",")
			if isNamed {
				address += "&target_session_attrs=read-write"
			}
			s := serve(t, settings(t, "FIRMHUB_DATABASE_URL="+address))
			l := newLoad(t, s, nil)

			primary.stop(t, syscall.SIGKILL)
			if !isNamed {
				way.move("127.0.0.1:" + standby.port)
			}
			l.awaitRefusals(t, contacts, credits, messages, notifications)
			status, _ := s.ready(t)
			require.Equal(t, http.StatusServiceUnavailable, status, "a server that can't write is not ready")
			standby.promote(t)
			l.awaitAnswers(t)
			l.finish(t)
			s.stop(t)
			_, err := os.Stat(filepath.Join(standby.data(), "standby.signal"))
			require.ErrorIs(t, err, os.ErrNotExist)
		})
	}
}
