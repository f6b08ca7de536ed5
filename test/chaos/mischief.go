package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"time"
)

// mischief makes things fail, one after the other, until ctx has ended. Then everything is in order
// again.
func mischief(ctx context.Context, is *instances, nats *natsServer) {
	began := time.Now()
	say := func(format string, arguments ...any) {
		fmt.Fprintf(os.Stdout, "%8s  %s\n", time.Since(began).Round(time.Second), fmt.Sprintf(format, arguments...))
	}
	whole := context.WithoutCancel(ctx)
	for ctx.Err() == nil {
		number := rand.N(len(is.all))
		i := is.all[number]
		switch rand.N(6) {
		case 0:
			say("instance %d is stopped", number+1)
			if err := is.restart(whole, i, syscall.SIGTERM); err != nil {
				say("instance %d: %v", number+1, err)
				return
			}
		case 1:
			say("instance %d is killed", number+1)
			if err := is.restart(whole, i, syscall.SIGKILL); err != nil {
				say("instance %d: %v", number+1, err)
				return
			}
		case 2:
			say("NATS is away")
			nats.stop()
			pause(ctx, rand.N(8*time.Second))
			if err := nats.start(); err != nil {
				say("NATS: %v", err)
				return
			}
		default:
			say("%d connections of instance %d are cut", i.proxy.cut(rand.Float64()/2), number+1)
		}
		pause(ctx, time.Second+rand.N(4*time.Second))
	}
}
