package dbtest

import (
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/stretchr/testify/require"
)

// BehindStandby returns the URL of a PostgreSQL database with another server before its own, as
// after a failover. That server says that it is a standby, and closes a connection that is used.
func BehindStandby(t testing.TB, databaseAddress string) string {
	t.Helper()
	address := databaseURL(t, databaseAddress)
	address.Host = standby(t) + "," + address.Host
	return address.String()
}

// standby returns the address of a server that says that it is a standby.
func standby(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // closed below
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = client.Close() }()
				_ = greet(client) // An error means that the client has gone.
			}()
		}
	}()
	return listener.Addr().String()
}

// greet accepts a client, and returns at its first message.
func greet(client net.Conn) error {
	server := pgproto3.NewBackend(client, client)
	for {
		message, err := server.ReceiveStartupMessage()
		if err != nil {
			return err
		}
		if _, starts := message.(*pgproto3.StartupMessage); starts {
			break
		}
		if _, err := client.Write([]byte("N")); err != nil { // no encryption
			return err
		}
	}
	server.Send(&pgproto3.AuthenticationOk{})
	server.Send(&pgproto3.ParameterStatus{Name: "server_version", Value: "15.0"})
	server.Send(&pgproto3.ParameterStatus{Name: "in_hot_standby", Value: "on"})
	server.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	if err := server.Flush(); err != nil {
		return err
	}
	_, err := server.Receive()
	return err
}
