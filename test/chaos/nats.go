package main

import (
	"errors"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// natsServer is a NATS server that can be away.
type natsServer struct {
	options *server.Options
	server  *server.Server
}

func newNATS() (*natsServer, error) {
	n := &natsServer{options: &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true}}
	if err := n.start(); err != nil {
		return nil, err
	}
	address, ok := n.server.Addr().(*net.TCPAddr)
	if !ok {
		return nil, errors.New("NATS has no address")
	}
	n.options.Port = address.Port // also of those after it
	return n, nil
}

func (n *natsServer) url() string { return "nats://127.0.0.1:" + strconv.Itoa(n.options.Port) }

func (n *natsServer) start() (err error) {
	if n.server, err = server.NewServer(n.options.Clone()); err != nil {
		return err
	}
	go n.server.Start()
	if !n.server.ReadyForConnections(time.Minute) {
		return errors.New("NATS did not start")
	}
	return nil
}

func (n *natsServer) stop() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}
