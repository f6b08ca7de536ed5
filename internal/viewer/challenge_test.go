package viewer_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func TestChallenge(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Bearer", viewer.Challenge(viewer.SchemeBearer, fault.New(fault.Unauthorized, "Log in first.")))
	cause := errors.New("the cause")
	refusal := viewer.RefuseCredential(cause, "It has expired.")
	require.True(t, fault.Is(refusal, fault.Unauthorized))
	require.ErrorIs(t, refusal, cause)
	require.Equal(t, `Bearer error="invalid_token", error_description="It has expired."`,
		viewer.Challenge(viewer.SchemeBearer, refusal))
	require.Equal(t, `ApiKey error="invalid_token", error_description="It has expired."`,
		viewer.Challenge(viewer.SchemeAPIKey, refusal))
}
