package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/centrifugal/centrifuge"
)

// centrifugeServer has one channel, to which every connection is subscribed when it connects; single connections are sent
// messages without a channel, which is the least that centrifuge can do. Its options are the defaults.
type centrifugeServer struct {
	http.Handler

	node *centrifuge.Node

	mu      sync.Mutex
	clients []*centrifuge.Client
}

const channel = "firm"

func newCentrifuge() (server, error) {
	node, err := centrifuge.New(centrifuge.Config{})
	if err != nil {
		return nil, err
	}
	s := &centrifugeServer{Handler: centrifuge.NewWebsocketHandler(node, centrifuge.WebsocketConfig{}), node: node}
	node.OnConnecting(func(context.Context, centrifuge.ConnectEvent) (centrifuge.ConnectReply, error) {
		return centrifuge.ConnectReply{
			Credentials:   &centrifuge.Credentials{},
			Subscriptions: map[string]centrifuge.SubscribeOptions{channel: {}},
		}, nil
	})
	node.OnConnect(func(client *centrifuge.Client) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.clients = append(s.clients, client)
	})
	return s, node.Run()
}

func (s *centrifugeServer) broadcast(payload []byte) {
	_, _ = s.node.Publish(channel, payload)
}

func (s *centrifugeServer) push(payload []byte) {
	s.mu.Lock()
	client := one(s.clients)
	s.mu.Unlock()
	_ = client.Send(payload)
}

func (s *centrifugeServer) connected() int { return s.node.Hub().NumClients() }
