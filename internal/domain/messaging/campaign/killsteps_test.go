package campaign_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

// victimPoint is the variable with the number of the point of an act at which a process is killed.
const victimPoint = "FIRMHUB_TEST_VICTIM_POINT"

// The acts that are killed at each of their points.
const (
	ofQuote   = "quote"
	ofExecute = "execute"
	ofPrepare = "prepare"
	ofStep    = "step of the runner"
	ofResume  = "resume"
	ofCancel  = "cancel"
)

// victimAt does an act until it reads the clock for the nth time, which each transaction does, and
// says so and waits there to be killed. If it comes to its end it says another id.
func victimAt(ctx context.Context, campaigns *campaign.Manager, id uuid.UUID, act string, wait func()) error {
	left, err := strconv.Atoi(os.Getenv(victimPoint))
	if err != nil {
		return err
	}
	campaigns.SetAtOnce(2)
	campaigns.SetBatch(2)
	campaigns.SetNow(func() time.Time {
		left--
		if left == 0 {
			wait()
		}
		return entity.Now()
	})
	firm := viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: viewer.From(ctx).FirmID})
	switch act {
	case ofQuote:
		_, err = campaigns.Quote(ctx, id)
	case ofExecute:
		_, err = campaigns.Execute(ctx, id)
	case ofPrepare:
		for more := true; more && err == nil; {
			more, err = campaigns.Prepare(firm, id)
		}
	case ofStep:
		err = campaigns.NewRunner(0).Step(firm, id)
	case ofResume:
		_, err = campaigns.Resume(ctx, id)
	case ofCancel:
		_, err = campaigns.Cancel(ctx, id)
	default:
		return fmt.Errorf("there is no act %s", act)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stdout, uuid.Nil)
	select {}
}

// TestKillSteps kills processes in each transaction of a campaign: while it is quoted, counted,
// executed, prepared, started and fed, while it is paused and goes on with its template, while it
// is resumed, and while it is cancelled. What was not committed is as before, and the act can be
// done again. The long form kills at all points before, too.
func TestKillSteps(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		url := dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		b := newBundle(t, d)
		b.credit(t, 100*money.Unit)
		b.contacts(t, 6)
		k := &killed{b, url, 6, map[uuid.UUID]int{}}
		id := b.create(t).ID
		k.at(t, 2, ofQuote, id, campaign.Draft)
		k.at(t, 5, ofStep, id, campaign.Draft) // counts
		k.at(t, 4, ofExecute, id, campaign.Preparing)
		require.Equal(t, 6*price, b.balance(t).Held)
		k.at(t, 2, ofPrepare, id, campaign.Preparing)
		k.at(t, 1, ofStep, id, campaign.Running) // starts
		k.at(t, 1, ofStep, id, campaign.Running) // feeds
		require.Len(t, b.queued(t), 6)
		b.setTemplate(t, "Paused")
		k.at(t, 2, ofStep, id, campaign.Paused)
		require.Equal(t, []string{"Campaign paused"}, b.titles(t))
		b.setTemplate(t, "Approved")
		k.at(t, 1, ofStep, id, campaign.Running)
		require.Zero(t, b.parked(t))
		_, err = b.Pause(b.ctx, id)
		require.NoError(t, err)
		k.at(t, 1, ofResume, id, campaign.Running)
		k.at(t, 1, ofCancel, id, campaign.Cancelled)
		require.Equal(t, campaign.Counts{Recipients: 6, Cancelled: 6}, b.work(t, id).Counts)
		require.Zero(t, b.balance(t).Held)
		k.exported(t, id)
		b.sound(t)
	})
}

// at kills a process at a point of an act on a campaign, the long form one at each point, and then
// lets one do the act, which leads to a status.
func (k *killed) at(t *testing.T, point int, act string, id uuid.UUID, to campaign.Status) {
	t.Helper()
	points := []int{point}
	if os.Getenv("FIRMHUB_TEST_LONG") != "" {
		points = nil
		for i := range point {
			points = append(points, i+1)
		}
	}
	for _, point := range points {
		before := k.get(t, id).Status
		k.do(t, point, act, id)
		require.Contains(t, k.called, id, "the act %s ended before point %d", act, point)
		require.Equal(t, before, k.get(t, id).Status)
		k.sound(t)
		k.exported(t, id)
	}
	k.do(t, 0, act, id)
	require.Contains(t, k.called, uuid.Nil, act)
	require.Equal(t, to, k.get(t, id).Status)
	k.sound(t)
	k.exported(t, id)
}

// do starts a process that does an act as far as to a point, and kills it there.
func (k *killed) do(t *testing.T, point int, act string, id uuid.UUID) {
	t.Helper()
	clear(k.called)
	_, err := k.InFirm(k.ctx).Exec("UPDATE campaigns SET run_at = $3 WHERE firm_id = $1 AND id = $2 AND run_at IS NOT NULL", id, entity.Now())
	require.NoError(t, err)
	k.when(t, func(said int) bool { return said == 1 }, victimAct+"="+act, victimPoint+"="+strconv.Itoa(point),
		victimFirm+"="+k.firm.ID.String(), victimCampaign+"="+id.String())
}
