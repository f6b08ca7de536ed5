package app_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
)

func TestChore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		rounds := 0
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			app.RunChore(ctx, time.Minute, func(context.Context) error {
				rounds++
				if rounds == 2 {
					return errors.New("no luck")
				}
				return nil
			})
		}()
		time.Sleep(3*time.Minute + time.Second) //nolint:forbidigo // the bubble's clock
		synctest.Wait()
		require.Equal(t, 3, rounds, "a failure does not end the rounds")
		stop()
		<-ended
	})
}
