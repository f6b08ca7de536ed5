// Package figures has the live figures of a server, for the people who run it.
package figures

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/firmhub/firmhub/internal/job"
)

// Figures are what the server that answers has done lately, and the jobs of all servers.
type Figures struct {
	// Version is the release, or dev.
	Version string
	// StartedAt is when the server started.
	StartedAt time.Time
	// Connections is the number of open WebSockets and event streams.
	Connections int
	// JobsWaiting, JobsRunning and JobsFailed count jobs. Those that failed are kept for a week.
	JobsWaiting, JobsRunning, JobsFailed int
	// Minutes are the last hour, or the time since the start, the present minute last.
	Minutes []Minute
}

// Minute is what happened in one minute.
type Minute struct {
	// Start is the beginning of the minute.
	Start time.Time
	// Requests counts all requests that were answered.
	Requests int
	// Refused counts answers with a status of 400 or more, and Failed those of 500 or more among
	// them.
	Refused, Failed int
	// MeanMs and MaxMs are how long requests took, in milliseconds.
	MeanMs, MaxMs float64

	took time.Duration
}

// hour is the number of minutes that are kept.
const hour = 60

// Recorder counts the requests of a server.
type Recorder struct {
	version string
	started time.Time
	// Connections returns the number of open connections.
	connections func() int
	jobs        *job.Manager

	mu      sync.Mutex // guards minutes
	minutes [hour]Minute
}

// NewRecorder returns a recorder without counts.
func NewRecorder(version string, connections func() int, jobs *job.Manager) *Recorder {
	return &Recorder{version: version, started: time.Now(), connections: connections, jobs: jobs}
}

// Record counts a request that was answered at a time.
func (r *Recorder) Record(at time.Time, status int, took time.Duration) {
	start := at.Truncate(time.Minute)
	r.mu.Lock()
	defer r.mu.Unlock()
	m := &r.minutes[start.Unix()/60%hour]
	if !m.Start.Equal(start) {
		*m = Minute{Start: start}
	}
	m.Requests++
	if status >= http.StatusBadRequest {
		m.Refused++
	}
	if status >= http.StatusInternalServerError {
		m.Failed++
	}
	m.took += took
	m.MaxMs = max(m.MaxMs, milliseconds(took))
}

// Read returns the figures as of now.
func (r *Recorder) Read(ctx context.Context) (*Figures, error) {
	counts, err := r.jobs.Count(ctx)
	if err != nil {
		return nil, fmt.Errorf("figures.Read: %w", err)
	}
	return &Figures{
		Version: r.version, StartedAt: r.started, Connections: r.connections(),
		JobsWaiting: counts[job.Available] + counts[job.Scheduled] + counts[job.Retryable],
		JobsRunning: counts[job.Running], JobsFailed: counts[job.Discarded],
		Minutes: r.last(time.Now()),
	}, nil
}

// last returns the minutes of the hour until now, also those without requests.
func (r *Recorder) last(now time.Time) []Minute {
	end := now.Truncate(time.Minute)
	begin := end.Add(-(hour - 1) * time.Minute)
	if started := r.started.Truncate(time.Minute); started.After(begin) {
		begin = started
	}
	var all []Minute
	r.mu.Lock()
	defer r.mu.Unlock()
	for start := begin; !start.After(end); start = start.Add(time.Minute) {
		m := r.minutes[start.Unix()/60%hour]
		if !m.Start.Equal(start) {
			m = Minute{Start: start}
		}
		if m.Requests > 0 {
			m.MeanMs = milliseconds(m.took) / float64(m.Requests)
		}
		all = append(all, m)
	}
	return all
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
