package graph

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/viewer"
)

// A user has no more streams by logging in more often.
func TestStreamsOfAUser(t *testing.T) {
	t.Parallel()
	server := &Server{streams: newStreams()}
	add := func(v *viewer.Viewer) bool { return server.streams.add(v, &eventStream{cancel: func() {}}) }
	login := func(user uuid.UUID) *viewer.Viewer {
		return &viewer.Viewer{Kind: viewer.User, UserID: user, SessionID: uuid.New(), RelationID: uuid.New()}
	}
	ada := uuid.New()
	first, second, third := login(ada), login(ada), login(ada)
	for _, session := range []*viewer.Viewer{first, second} {
		for range streamLimit {
			require.True(t, add(session))
		}
	}
	require.False(t, add(third), "another session of the same user")
	require.True(t, add(login(uuid.New())), "another user")
	require.True(t, add(&viewer.Viewer{}), "nobody")

	server.EndSession(first.SessionID)
	for range streamLimit {
		require.True(t, add(third))
	}
	require.False(t, add(first))
	server.EndRelation(second.RelationID)
	last := &eventStream{cancel: func() {}}
	require.True(t, server.streams.add(first, last))
	for range 2 { // The second time it is gone already.
		server.streams.remove(first, last)
	}
	server.EndSession(third.SessionID)
	require.NotContains(t, server.streams.perUser, ada)
}
